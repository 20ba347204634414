"""What alembic runs the migrations in: the connection, and transaction, of whoever asks."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
