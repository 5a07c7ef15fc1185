"""What opens over the table: pages, hints, talk, the menu."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from koryo_tui.drawing import pages, panels, players_page, scores_page, waits
from koryo_tui.drawing.scene import Scene
from koryo_tui.full_screen import FullScreen
from koryo_tui.look import AT_START, Look, as_changed
from koryo_tui.opening import never_agree
from koryo_tui.port import Again, TablePort
from koryo_tui.screens.choice import MenuScreen
from koryo_tui.screens.page import PageScreen
from koryo_tui.screens.settings import SettingsScreen
from koryo_tui.screens.together import TogetherScreen
from koryo_tui.settings import Settings
from koryo_tui.text import choices, prompts
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


class TableWindows(TogetherScreen):
    """The table screen's pages, hints, talk and menu; it draws itself in a class of its own."""

    def __init__(
        self,
        port: TablePort,
        look: Look,
        scene: Scene,
        again: Again | None,
        adviser: Adviser | None,
        bots: tuple[int, ...],
    ) -> None:
        super().__init__(port, scene, again, bots)
        self._adviser = adviser
        self._look = look

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
        def changed(settings: Settings) -> None:
            self._look = as_changed(self._look, settings)
            if isinstance(self.app, FullScreen):
                self.app.look_changed(self._look)

        self.app.push_screen(SettingsScreen(self._look.settings_path, changed, AT_START))

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

        self.app.push_screen(TalkScreen(self._port, lambda: self._scene, self.mute, self._bots))

    def mute(self, seat: int) -> None:
        """Hides what a seat says, or shows it again."""
        self._scene = replace(self._scene, muted=self._scene.muted ^ {seat})
        self.repaint()

    def action_replay(self) -> None:
        """This game from its beginning, once it is over."""
        # What verifies a record is loaded when one is watched.
        from koryo_tui.screens.replay import LoadScreen

        record = self._port.record
        if record is not None and self._scene.view.outcome is not None:
            self.app.push_screen(LoadScreen(record, self._look))

    # The menu

    def action_menu(self) -> None:
        view = self._scene.view
        may_vote = waits.may_ever_vote(view)
        is_over = view.outcome is not None
        window = choices.menu(self._menu_ids(), is_over=is_over, may_vote=may_vote)
        self.app.push_screen(MenuScreen(window), self._menu_chosen)

    def _menu_ids(self) -> tuple[str, ...]:
        """The lines of the menu that mean something now."""
        view = self._scene.view
        is_over = view.outcome is not None
        ids = ["help", "log", "players", "powers", "scores", "talk", "settings", "leave"]
        if view.alone or waits.only_you(view):
            ids.append(choices.ALONE)
        elif self._scene.stuck:
            ids.append(choices.STUCK)
        elif self._scene.may_be_left:
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
    choices.STUCK: "vote",
    choices.ALONE: "vote",
    "pause": "pause",
    "again": "again",
    "replay": "replay",
    "settings": "settings",
    "leave": "app.ask_to_leave",
}
