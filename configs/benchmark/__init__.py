"""Benchmark suites: trainings and matches whose results stand in one table."""
