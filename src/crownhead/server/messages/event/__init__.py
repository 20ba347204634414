"""What passes between the server and those who look at an event, as closed sets of structs."""
