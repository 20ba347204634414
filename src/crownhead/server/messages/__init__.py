"""What passes between the server and its clients: closed sets of structs, and nothing else."""
