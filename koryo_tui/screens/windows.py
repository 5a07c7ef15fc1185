"""What opens over the table: pages, talk, the menu, and the questions about silent seats."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.screen import Screen

from koryo_tui import rematch
from koryo_tui.drawing import pages, panels, players_page, scores_page, waits
from koryo_tui.drawing.scene import Note, Over, Scene
from koryo_tui.look import Look
from koryo_tui.opening import never_agree
from koryo_tui.port import Again, TablePort
from koryo_tui.screens.choice import ChoiceScreen, MenuScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.settings import settings_screen
from koryo_tui.text import another, choices, prompts
from koryo_tui.text import pages as text
from protocol.peer.view import TableView

if TYPE_CHECKING:
    from koryo_tui.advising import Adviser

_PAGES: Final = {
    "help": (text.HELP, pages.help_page),
    "log": (text.LOG, pages.log_page),
    "players": (text.PLAYERS, players_page.players_page),
    "powers": (text.POWERS, pages.powers_page),
    "scores": (text.SCORES, scores_page.scores_page),
    "hands": (text.HANDS, scores_page.hands_page),
}


#: Seconds after which what a key could not do gives way to the prompt.
_NOTE_SECONDS: Final = 6.0


class TableWindows(Screen[None]):
    """The table screen's windows; it draws itself in a class of its own."""

    def __init__(
        self,
        port: TablePort,
        look: Look,
        scene: Scene,
        again: Again | None,
        adviser: Adviser | None,
        bots: tuple[int, ...],
    ) -> None:
        super().__init__()
        self._bots = bots
        self._adviser = adviser
        self._port = port
        self._again = again
        self._look = look
        self._scene = scene

    @property
    def scene(self) -> Scene:
        """What is on the screen."""
        return self._scene

    @property
    def over(self) -> Over:
        """What is open over the table."""
        top = self.app.screen_stack[-1]
        if top is self:
            return Over.NOTHING
        return Over.PAGE if isinstance(top, PageScreen) else Over.WINDOW

    def on_screen_suspend(self) -> None:
        self.repaint()

    def on_screen_resume(self) -> None:
        self.repaint()

    def repaint(self) -> None:
        """Draws the scene."""
        raise NotImplementedError

    def session_changed(self) -> None:
        """Takes the view of the port, which has changed."""
        raise NotImplementedError

    def say(self, sentence: str, *, trouble: bool = False) -> None:
        """Shows a sentence in the place of the prompt until the next key, or for some seconds."""
        note = Note(sentence, trouble)
        self._scene = replace(self._scene, note=note)
        self.set_timer(_NOTE_SECONDS, lambda: self._forget(note))
        self.repaint()

    def _forget(self, note: Note) -> None:
        """The note has been there for long enough: the prompt is seen again."""
        if self._scene.note is note:
            self._scene = replace(self._scene, note=None)
            self.repaint()

    # Pages

    def action_page(self, name: str) -> None:
        title, page = _PAGES[name]
        if name == "scores" and self._scene.view.outcome is not None:
            title = text.RESULT
        again = name == "scores" and self._scene.view.outcome is not None and self._again
        copied = {"log": self._log_text, "scores": self._scores_text}.get(name)

        def copy() -> str:
            assert copied is not None
            self.app.copy_to_clipboard(copied())
            return text.COPIED

        hint = text.CLOSES_COPIES if copied else text.CLOSES
        self.app.push_screen(
            PageScreen(
                title,
                lambda width: page(self._scene, width),
                at_end=name == "log",
                hint=text.CLOSES_COPIES_AGAIN if again else hint,
                does=copy if copied else None,
                again=self.action_again if again else None,
                name=name,
                switch=self.action_page,
                notice=self._under_page,
            )
        )

    def _under_page(self, width: int) -> str:
        """That a decision is due, or the prompt if the game stands still. What keys would do at the
        table is not said where they do something else."""
        if self._scene.view.question is not None and not self._scene.is_playing:
            return prompts.IS_ASKED
        prompt = panels.prompt_of(self._scene)
        return panels.fitting(prompt, width) if prompt.urgent else ""

    def _log_text(self) -> str:
        return "\n".join(self._scene.log)

    def _scores_text(self) -> str:
        lines = scores_page.scores_page(self._scene, 76)
        return "\n".join(line.text.rstrip() for line in lines)

    def action_settings(self) -> None:
        self.app.push_screen(settings_screen(self._look.settings_path))

    # Hints

    def action_hint(self) -> None:
        """What the strong player would do, where hints are given."""
        from koryo_tui.drawing.advice_page import hint_page
        from koryo_tui.text import advice

        adviser = self._adviser
        if adviser is None:
            self.say(advice.NOT_HERE, trouble=True)
        elif not adviser.may_ask(self._scene.view):
            self.say(advice.not_yet(), trouble=True)
        elif self._scene.view.question is None:
            self.say(advice.NOT_ASKED, trouble=True)
        else:
            adviser.ask(self._scene.view)
            self.app.push_screen(
                PageScreen(
                    advice.TITLE,
                    lambda width: hint_page(adviser, self._scene, width),
                    switch=self.action_page,
                    notice=self._under_page,
                )
            )

    # Talk

    def action_talk(self) -> None:
        # The line to write in is a widget that nothing else needs: it is loaded when it is.
        from koryo_tui.screens.talk import TalkScreen

        self.app.push_screen(TalkScreen(self._port, lambda: self._scene, self.mute))

    def mute(self, seat: int) -> None:
        """Hides what a seat says, or shows it again."""
        self._scene = replace(self._scene, muted=self._scene.muted ^ {seat})
        self.repaint()

    # Silent seats, pauses, being alone

    def action_vote(self) -> None:
        scene, seats = self._scene, self._scene.may_be_left
        if scene.stuck:
            self._tell_stuck()
        elif not seats:
            soon = scene.waits.next_silent(scene.view, scene.now)
            seated = len(waits.seated(scene.view))
            self.say(prompts.nobody_silent(seated, soon, scene.names), trouble=True)
        elif len(seats) == 1:
            self._ask_about(seats[0])
        else:
            asked = choices.whom(seats, self._scene.names)
            self.app.push_screen(ChoiceScreen(asked), self._whom_chosen)

    def _tell_stuck(self) -> None:
        """Why no vote helps now, and how to come back another time."""
        scene, away = self._scene, self._scene.stuck
        why = waits.why_no_vote(scene.view, away)
        assert why is not None

        def answered(choice: str | None) -> None:
            if choice == choices.LATER:
                self.app.exit(0)

        window = choices.only_wait(away, why, scene.names, waits.closed(scene.view))
        self.app.push_screen(ChoiceScreen(window), answered)

    def _whom_chosen(self, choice: str | None) -> None:
        if choice is not None and int(choice) in self._scene.may_be_left:
            self._ask_about(int(choice))

    def _ask_about(self, seat: int) -> None:
        scene = self._scene
        asked = waits.asked(scene.view, seat)
        is_closed = seat in waits.closed(scene.view)
        window = choices.vote(seat, scene.names, asked, self._bots, is_closed=is_closed)

        def answered(choice: str | None) -> None:
            if choice == choices.AGREE:
                self._port.agree(seat)
            elif choice == choices.DISAGREE:
                self._port.disagree(seat)
            self.session_changed()

        self.app.push_screen(ChoiceScreen(window), answered)

    def action_pause(self) -> None:
        view = self._scene.view
        if view.outcome is not None:
            self.say(prompts.NO_PAUSE_NOW, trouble=True)
        else:
            self._port.pause(not view.paused and view.you not in view.wants_pause)
            self.session_changed()

    def action_again(self) -> None:
        """Another game with the same players, once this one is over."""
        if self._again is None:
            self.say(another.NOT_HERE, trouble=True)
        elif self._scene.view.outcome is None:
            self.say(another.NOT_NOW, trouble=True)
        else:
            view = self._port.view()
            step = self._again() or rematch.step(view)
            self.say(another.told(step, self._scene.names, rematch.opener(view)))
            self.session_changed()

    def action_replay(self) -> None:
        """This game from its beginning, once it is over."""
        # What verifies a record is loaded when one is watched.
        from koryo_tui.screens.replay import LoadScreen

        record = self._port.record
        if record is not None and self._scene.view.outcome is not None:
            self.app.push_screen(LoadScreen(record, self._look))

    def ask_alone(self) -> None:
        """Whether to wait for somebody to come back, or to end the game."""

        def answered(choice: str | None) -> None:
            if choice == choices.END:
                self._port.end_alone()
                self.session_changed()

        self.app.push_screen(ChoiceScreen(choices.ALONE), answered)

    # The menu

    def action_menu(self) -> None:
        window = choices.menu(self._menu_ids(), is_over=self._scene.view.outcome is not None)
        self.app.push_screen(MenuScreen(window), self._menu_chosen)

    def _menu_ids(self) -> tuple[str, ...]:
        """The lines of the menu that mean something now."""
        view = self._scene.view
        is_over = view.outcome is not None
        ids = ["help", "log", "players", "powers", "scores", "talk", "settings", "leave"]
        if self._scene.may_be_left or self._scene.stuck:
            ids.append("vote")
        if not is_over:
            ids.append("pause")
        if self._adviser is not None and view.question is not None:
            ids += ["hint"] if self._adviser.may_ask(view) else []
        return (*ids, *(self._end_ids(view) if is_over else ()))

    def _end_ids(self, view: TableView) -> tuple[str, ...]:
        """What can be done together once the game is over."""
        replay = ("replay",) if self._scene.may_replay else ()
        may_open = view.you not in view.opens and not never_agree(view)
        opens = (choices.OPEN_HANDS,) if may_open else ()
        hands = ("hands",) if view.hands else ()
        return (*replay, *opens, *hands, *(("again",) if self._again is not None else ()))

    async def _menu_chosen(self, choice: str | None) -> None:
        if choice in _PAGES:
            self.action_page(choice)
        elif choice == choices.OPEN_HANDS:
            self._port.open_hands()
            self.session_changed()
            self.say(prompts.hands_wait(self._port.view(), self._scene.names) or prompts.HANDS_OPEN)
        elif choice is not None:
            await self.run_action(_MENU_ACTIONS[choice])


_MENU_ACTIONS: Final = {
    "hint": "hint",
    "talk": "talk",
    "vote": "vote",
    "pause": "pause",
    "again": "again",
    "replay": "replay",
    "settings": "settings",
    "leave": "app.ask_to_leave",
}
