"""The words of the command line's own help, and what is wrong with what was typed there."""

from __future__ import annotations

from koryo_tui.text.i18n import marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Importing typing takes a good part of the time that --help may take.
    from typing import Final

USAGE: Final = marked("usage: ")
POSITIONALS: Final = marked("positional arguments")
OPTIONS: Final = marked("options")
COMMANDS: Final = marked("commands")
EVERYWHERE: Final = marked("for every command")
HELP: Final = marked("show this help and exit")
VERSION: Final = marked("show the version and exit")
SEE_HELP: Final = marked("{command}: {what}; see {command} --help.")
NO_COMMAND: Final = marked("There is no command {name}; koryo-tui --help lists them.")
DID_YOU_MEAN: Final = marked("There is no command {name}; did you mean koryo-tui {likely}?")
NO_OPTION: Final = marked("{command} has no {option}; did you mean {likely}?")
UNKNOWN: Final = marked("{command} does not know {what}; see {command} --help.")
SOLO_HAS: Final = marked("{command} has no {option}; koryo-tui solo lets you choose more.")
ALWAYS_LINES: Final = marked("{command} has no screen, it prints lines; leave {option} out.")
BEHIND: Final = marked(
    "An option stands behind the command it is for: koryo-tui COMMAND {option}; koryo-tui --help "
    "lists the commands."
)
BARE: Final = marked("{option} is not needed there; leave it out: {command} {what}.")
#: What ``argparse`` says in English, a part of a sentence each; ``troubles`` recognises them.
MISTAKES: Final = (
    marked("argument {0}: {1}"),
    marked("expected one argument"),
    marked("expected at most one argument"),
    marked("expected at least one argument"),
    marked("ignored explicit argument {0}"),
    marked("not allowed with argument {0}"),
    marked("invalid choice: {0} (choose from {1})"),
    marked("invalid {0} value: {1}"),
    marked("unrecognized arguments: {0}"),
    marked("the following arguments are required: {0}"),
)
