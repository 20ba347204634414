"""Who people are to the server: names, secrets and rights. No I/O."""
