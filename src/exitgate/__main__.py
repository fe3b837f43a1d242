"""`python -m exitgate` is the command line."""

import sys

from exitgate.cli import main

sys.exit(main())
