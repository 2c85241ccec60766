"""`python -m analyzer` is the command `baccarat`."""

import sys

from analyzer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
