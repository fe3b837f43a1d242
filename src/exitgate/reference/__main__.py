"""Print the reference page. Run it in the project's folder, so that action.yml is found."""

import sys
from pathlib import Path

from exitgate.reference.page import reference

sys.stdout.write(reference(Path("action.yml")))
