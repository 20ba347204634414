"""What goes out to other machines: to push services and to a mail server. Knows no games."""
