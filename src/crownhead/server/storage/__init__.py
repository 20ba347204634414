"""The database: its schema, its history, each question and each change. Knows rooms."""
