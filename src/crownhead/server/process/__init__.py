"""What one process keeps running: open tables, broadcaster, bus, timers, computer, life."""
