"""What the lobby shows: the invite, who is here, what is awaited."""

from __future__ import annotations

from typing import Final

from koryo_tui.drawing import cells, hints
from koryo_tui.drawing.hints import Part
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, joined, line, wrapped
from koryo_tui.keys import Hint, Keys
from koryo_tui.port import LobbyPlayer, LobbyView
from koryo_tui.text import lobby, words
from koryo_tui.text.spoken import identity_words

_NAME: Final = 16
_ROWS_EACH: Final = 2
_INVITE_ROW: Final = 1


def lobby_page(view: LobbyView, mark: int, width: int, keys: Keys) -> Lines:
    """All lines of the lobby; ``mark`` is the seat the host has marked."""
    lines: list[Line] = [*_above(view, width, keys)]
    room = max([_NAME, *(cells.width(player.name) + 2 for player in view.players)])
    for index, player in enumerate(view.players):
        lines += _player(player, view.you_are_host and index == mark, room, width)
    for number in range(len(view.players), view.seats):
        is_marked = view.you_are_host and number == mark
        text = f" {'>' if is_marked else ' '} {lobby.FREE}"
        lines.append(line(text, Tone.CURSOR if is_marked else Tone.QUIET))
    if view.awaited:
        text = lobby.AWAITED.format(names=words.listed(view.awaited))
        lines += [line(), *wrapped(text, width - 1, Tone.STRONG)]
    if any(player.bot_of is not None for player in view.players):
        lines += [line(), *wrapped(lobby.BOTS, width - 1, Tone.QUIET)]
    if any(":" in (player.plays or "") for player in view.players):
        lines += wrapped(lobby.STYLES, width - 1, Tone.QUIET)
    if view.notice is not None:
        lines += [line(), *wrapped(view.notice, width - 1, Tone.STRONG)]
    return tuple(lines)


def seat_at(view: LobbyView, width: int, y: int) -> int | None:
    """Which seat stands in row ``y``: that of a player, or a free one."""
    row, taken = y - len(_above(view, width, Keys())), len(view.players)
    index = row // _ROWS_EACH if row < taken * _ROWS_EACH else row - taken * (_ROWS_EACH - 1)
    return index if 0 <= index < view.seats else None


def invite_action_at(view: LobbyView, width: int, keys: Keys, x: int, y: int) -> str | None:
    """What a click at cell ``x`` of row ``y`` does with the invite."""
    if view.invite is None or y != _INVITE_ROW:
        return None
    return hints.action_at(_over_invite(width, keys), x)


def _over_invite(width: int, keys: Keys) -> tuple[Part, ...]:
    """What the invite is for, and the keys that do something with it."""
    said = Part(Span(f" {lobby.JOIN_WITH} ", Tone.QUIET))
    return (said, *hints.parts((_COPY, _QR), keys, width - cells.width(said.span.text)))


def _above(view: LobbyView, width: int, keys: Keys) -> Lines:
    """What stands over the players."""
    lines: list[Line] = [line(f" {lobby.TITLE}", Tone.TITLE)]
    if view.invite is not None:
        lines.append(hints.line_of(_over_invite(width, keys), width))
        # Alone on its line, so that a double click or a drag takes it and nothing else.
        lines += [line(), *(line(part) for part in _chunks(view.invite, width)), line()]
    taken = len(view.players)
    text = lobby.SEATS.format(taken=taken, seats=view.seats, free=view.seats - taken)
    lines.append(line(f" {text}", Tone.TITLE))
    for said in lobby.settings(view.clock, view.absences):
        lines += wrapped(said, width - 1, Tone.PLAIN)
    return (*lines, *wrapped(lobby.FINGERPRINTS, width - 1, Tone.QUIET))


def _player(player: LobbyPlayer, marked: bool, room: int, width: int) -> Lines:
    """Who it is, and under that the words to compare; ``room``: cells for the name."""
    notes = []
    if player.is_you:
        notes.append(lobby.YOU)
    if player.is_host:
        notes.append(lobby.HOST)
    if player.bot_of is not None:
        notes.append(lobby.BOT_OF.format(name=player.bot_of))
    if player.plays is not None:
        notes.append(player.plays)
    head = joined(
        Span(f" {'>' if marked else ' '} ", Tone.CURSOR if marked else Tone.PLAIN),
        Span(cells.fit(player.name, room), Tone.STRONG),
        words.COMMA.join(notes),
    )
    return head.fitted(width), line(f"   {identity_words(player.identity)}", Tone.QUIET)


def lobby_prompt(
    view: LobbyView, mark: int, asked: LobbyPlayer | None, width: int, keys: Keys
) -> Lines:
    """What this player can do. ``asked``: Delete was pressed once to remove this player."""
    text, _ = _prompt(view, mark, asked)
    return (
        line(f" {cells.crop(text, width - 2)}", Tone.PROMPT).fitted(width),
        hints.line_of(lobby_parts(view, mark, asked, width, keys), width),
    )


def lobby_parts(
    view: LobbyView, mark: int, asked: LobbyPlayer | None, width: int, keys: Keys
) -> tuple[Part, ...]:
    """The hints under the prompt, as they can be clicked."""
    return hints.parts(_prompt(view, mark, asked)[1], keys, width)


_LEAVE: Final = Hint(("leave",), lobby.LEAVE)
_RULES: Final = Hint(("lobby-help",), lobby.RULES)
_COPY: Final = Hint(("lobby-copy",), lobby.COPY)
_QR: Final = Hint(("lobby-qr",), lobby.QR)
_MARK: Final = Hint(("lobby-up", "lobby-down"), lobby.MARK)
_REMOVE: Final = Hint(("lobby-remove",), lobby.REMOVES)


def _prompt(view: LobbyView, mark: int, asked: LobbyPlayer | None) -> tuple[str, tuple[Hint, ...]]:
    if asked is not None:
        back = Hint(("lobby-back",), lobby.BACK)
        return lobby.REMOVE.format(name=asked.name), (_REMOVE, back)
    is_full = len(view.players) == view.seats
    if not view.you_are_host:
        host = next((player.name for player in view.players if player.is_host), None)
        text = lobby.WAITING_FOR_START
        if host is not None:
            form = lobby.WAITING_FULL if is_full else lobby.WAITING_FOR_HOST
            text = form.format(name=host)
        return text, (_LEAVE, _RULES)
    marks = (_MARK,) if len(view.players) > 1 or view.can_add else ()
    others = (*marks, *_of_seat(view, mark), _LEAVE, _RULES)
    if view.invite is None and not is_full and not view.can_add:
        # Nobody else can come, and all who are to come are on the way.
        start = (Hint(("lobby-start",), lobby.START),) if view.can_start else ()
        return lobby.BOTS_COME, (*start, *others)
    if view.can_start:
        held = lobby.FULL if is_full else lobby.CAN_START_HELD
        text = held if view.is_held else lobby.CAN_START
        return text, (Hint(("lobby-start",), lobby.START), *others)
    return lobby.WAITING_HELD if view.is_held else lobby.WAITING_FOR_OTHERS, others


def _of_seat(view: LobbyView, mark: int) -> tuple[Hint, ...]:
    """What the host can do with the seat that is marked."""
    player = view.players[mark] if mark < len(view.players) else None
    if player is not None and player.plays is not None:
        return Hint(("lobby-bot",), lobby.CHANGE_BOT), _REMOVE
    if player is not None and not player.is_you:
        return (_REMOVE,)
    return (Hint(("lobby-bot",), lobby.ADD_BOT),) if view.can_add else ()


def _chunks(text: str, width: int) -> list[str]:
    return [text[start : start + width] for start in range(0, len(text), width)]
