"""Whole experiments made of trainings: suites of tasks, best responses, reproductions."""
