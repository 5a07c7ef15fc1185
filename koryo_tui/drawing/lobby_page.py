"""What the lobby shows: the invite, who is here, what is awaited."""

from __future__ import annotations

from koryo_tui.drawing import cells
from koryo_tui.drawing.lines import Line, Lines, Span, Tone, joined, line, wrapped
from koryo_tui.port import LobbyPlayer, LobbyView
from koryo_tui.text import words

_BOTS = "Whoever runs a computer player could read its hand: it is no more private than they are."


def lobby_page(view: LobbyView, mark: int, width: int) -> Lines:
    """All lines of the lobby; ``mark`` is the player the host has marked."""
    lines: list[Line] = [line(" KORYO", Tone.TITLE), line()]
    if view.invite is not None:
        lines.append(line(" Others join with this invite:", Tone.QUIET))
        # Alone on its line, so that a double click or a drag takes it and nothing else.
        lines += [line(), *(line(part) for part in _chunks(view.invite, width)), line()]
    free = view.seats - len(view.players)
    lines.append(
        line(f" Seats: {len(view.players)} of {view.seats} taken, {free} free", Tone.TITLE)
    )
    for index, player in enumerate(view.players):
        lines.append(_player(player, index, view.you_are_host and index == mark, width))
    lines += [
        line(f"   {number + 1} (free)", Tone.QUIET)
        for number in range(len(view.players), view.seats)
    ]
    if any(player.bot_of is not None for player in view.players):
        lines += [line(), *wrapped(_BOTS, width - 1, Tone.QUIET)]
    if view.notice is not None:
        lines += [line(), *wrapped(view.notice, width - 1, Tone.STRONG)]
    return tuple(lines)


def _player(player: LobbyPlayer, index: int, marked: bool, width: int) -> Line:
    notes = []
    if player.is_you:
        notes.append("you")
    if player.is_host:
        notes.append("host")
    if player.bot_of is not None:
        notes.append(f"computer player of {player.bot_of}")
    return joined(
        Span(f" {'>' if marked else ' '} {index + 1} ", Tone.CURSOR if marked else Tone.PLAIN),
        Span(cells.fit(player.name, 14), Tone.STRONG),
        Span(words.fingerprint_text(player.identity), Tone.QUIET),
        f"  {', '.join(notes)}",
    ).fitted(width)


def lobby_prompt(view: LobbyView, asked: LobbyPlayer | None, width: int) -> Lines:
    """What this player can do. ``asked``: Enter was pressed to remove this player."""
    text, keys = _prompt(view, asked)
    return (
        line(f" {cells.crop(text, width - 2)}", Tone.PROMPT).fitted(width),
        line(f" {cells.crop(keys, width - 2)}", Tone.KEYS).fitted(width),
    )


def _prompt(view: LobbyView, asked: LobbyPlayer | None) -> tuple[str, str]:
    if asked is not None:
        return (
            f"Remove {asked.name} from this table? Delete again removes.",
            "Delete remove  Esc back",
        )
    copy = "  y copy the invite" if view.invite is not None else ""
    if not view.you_are_host:
        host = next((player.name for player in view.players if player.is_host), "the host")
        return f"Waiting for {host} to start the game.", f"^Q leave{copy}"
    keys = f"Up/Down mark  Delete remove{copy}  ^Q leave"
    if view.can_start:
        return "Enter starts the game with those who are here.", f"Enter start  {keys}"
    return "Waiting for others to join.", keys


def _chunks(text: str, width: int) -> list[str]:
    return [text[start : start + width] for start in range(0, len(text), width)]
