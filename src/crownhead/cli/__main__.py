"""Run the command line by `python -m crownhead.cli`."""

from crownhead.cli import main

if __name__ == "__main__":
    main()
