"""What the terminal sends, read in its own encoding, and never the end of the program."""

from __future__ import annotations

import codecs
import os
import selectors
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from textual import events
from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.keys import Keys

if TYPE_CHECKING:
    from textual.driver import Driver

#: A click as terminals without SGR 1006 tell of it (xterm, X10): this, then a button, a column and
#: a row, each as one byte from 32 on, of which those past column 95 are no text in any encoding.
_OLD_CLICK: Final = b"\x1b[M"
_OLD_CLICK_BYTES: Final = 3
_NO_PLACE: Final = ord("!")
#: Seconds between two looks at whether to end.
_POLL: Final = 0.1
_AT_ONCE: Final = 4096
#: Seconds for a hang-up to end the app by its signal, before it is an error.
_HANG_UP: Final = 1.0


class Decoder:
    """Bytes of a terminal as text. ``encoding``: that of the locale; one that knows ASCII alone is
    read as UTF-8. What is no text becomes U+FFFD; where an old click was, which is not understood
    anyway, becomes plain characters, so that none of its bytes is taken for a key."""

    def __init__(self, encoding: str | None) -> None:
        name = codecs.lookup(encoding or "utf-8").name
        self._decoder = codecs.getincrementaldecoder("utf-8" if name == "ascii" else name)(
            "replace"
        )
        self._begun = 0
        self._left = 0

    def decode(self, sent: bytes) -> str:
        """The next bytes; a character of which the end has not come yet is kept."""
        return self._decoder.decode(bytes(map(self._cleaned, sent)))

    def _cleaned(self, byte: int) -> int:
        if self._left:
            self._left -= 1
            return _NO_PLACE
        if byte == _OLD_CLICK[self._begun]:
            self._begun += 1
            if self._begun == len(_OLD_CLICK):
                self._begun, self._left = 0, _OLD_CLICK_BYTES
        else:
            self._begun = int(byte == _OLD_CLICK[0])
        return byte


class Parser(XTermParser):
    """Ignores a key that names a character there is not, instead of failing."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        try:
            return tuple(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):
            return (events.Key(Keys.Ignore, sequence),)


def driver_class() -> type[Driver] | None:
    """The driver of an app on this platform; None for the usual one."""
    if sys.platform == "win32":
        return None
    from textual.drivers.linux_driver import LinuxDriver

    class TerminalDriver(LinuxDriver):
        """Survives what is no UTF-8, and ends the app with an error if it cannot read at all."""

        def _run_input_thread(self) -> None:
            try:
                self.run_input_thread()
            except Exception as error:
                self._app.call_later(_raise, error)

        def run_input_thread(self) -> None:
            """Reads until ``exit_event``."""
            parser = Parser(self._debug)
            stdin = sys.__stdin__
            decoder = Decoder(None if stdin is None else stdin.encoding)
            with selectors.SelectSelector() as selector:
                selector.register(self.fileno, selectors.EVENT_READ)
                while not self.exit_event.is_set():
                    if selector.select(_POLL):
                        sent = os.read(self.fileno, _AT_ONCE)
                        if not sent:
                            # A terminal that is gone; mostly a signal says so too.
                            if self.exit_event.wait(_HANG_UP):
                                break
                            raise EOFError("The terminal is gone.")
                        text = decoder.decode(sent)
                        # An empty text would end the parser.
                        for message in parser.feed(text) if text else ():
                            self.process_message(message)
                    for message in parser.tick():
                        self.process_message(message)
            _end(parser)

    return TerminalDriver


def _end(parser: Parser) -> None:
    try:
        for _message in parser.feed(""):
            pass
    except (EOFError, ParseError):
        pass


def _raise(error: Exception) -> None:
    raise error
