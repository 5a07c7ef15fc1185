"""What the people at a table decide together: to go on without somebody, to pause, to end a game of
which one of them is left, to play another."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.screen import Screen

from koryo_tui import rematch
from koryo_tui.drawing import waits
from koryo_tui.drawing.scene import Note, Over, Scene
from koryo_tui.leaving import alone_soon, has_left
from koryo_tui.port import Again, TablePort
from koryo_tui.screens.choice import ChoiceScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.text import another, choices, going, prompts

#: Seconds after which what a key could not do gives way to the prompt.
_NOTE_SECONDS: Final = 6.0


class TogetherScreen(Screen[None]):
    """The table screen's questions about the others."""

    def __init__(
        self,
        port: TablePort,
        scene: Scene,
        again: Again | None,
        bots: tuple[int, ...],
    ) -> None:
        super().__init__()
        self._bots = bots
        self._port = port
        self._again = again
        self._alone_window: ChoiceScreen | None = None
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

    # Silent seats, pauses, another game

    def action_vote(self) -> None:
        scene, seats = self._scene, self._scene.may_be_left
        if scene.view.alone:
            self.ask_alone()
        elif has_left(scene.view):
            self.say(going.you_left(scene.view)[0], trouble=True)
        elif waits.only_you(scene.view):
            self.say(alone_soon(scene.view), trouble=True)
        elif scene.stuck:
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
            view = self._scene.view
            said = going.you_left(view)[0] if has_left(view) else another.NOT_NOW
            self.say(said, trouble=True)
        elif rematch.opens_for_nobody(self._port.view(), self._bots):
            away = rematch.others(self._port.view(), self._bots)
            window = going.open_for_nobody(away, self._scene.names)
            self.app.push_screen(ChoiceScreen(window), self._opens_all_the_same)
        else:
            self._begin_another()

    def _opens_all_the_same(self, choice: str | None) -> None:
        if choice == choices.OPEN:
            self._begin_another()

    def _begin_another(self) -> None:
        assert self._again is not None
        view = self._port.view()
        step = self._again() or rematch.step(view)
        self.say(another.told(step, self._scene.names, rematch.opener(view)))
        self.session_changed()

    # Being alone

    def ask_alone(self) -> None:
        """Whether to wait for somebody to come back, or to end the game."""

        def answered(choice: str | None) -> None:
            self._alone_window = None
            if choice == choices.END and self._port.view().alone:
                self._port.end_alone()
                self.session_changed()

        self._alone_window = ChoiceScreen(going.ALONE)
        self.app.push_screen(self._alone_window, answered)

    def closed_alone(self) -> str:
        """Closes the window of ``ask_alone`` once somebody has come back, and says so; else says
        nothing."""
        window, view = self._alone_window, self._port.view()
        if window is None or view.alone:
            return ""
        if window.is_current:
            window.dismiss(None)
        return "" if view.outcome is not None else going.NOT_ALONE_NOW
