"""Run the command line by `python -m crownhead`."""

from crownhead.cli import main

if __name__ == "__main__":
    main()
