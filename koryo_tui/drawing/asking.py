"""How a scene changes when a question comes, and while the next one is prepared."""

from __future__ import annotations

from dataclasses import replace

from koryo_tui.drafts import ahead
from koryo_tui.drafts.ahead import AheadDraft, question_ahead
from koryo_tui.drafts.base import Watch
from koryo_tui.drawing import panels, waits
from koryo_tui.drawing.scene import Note, Scene, draft_of
from koryo_tui.leaving import alone_soon
from koryo_tui.text import another, preparing, waiting, words
from koryo_tui.text.words import Names
from protocol.peer.view import LinkState, TableView


def asked(scene: Scene, *, confirm: bool) -> Scene:
    """The scene with a draft for the view's question, begun with what was prepared for it; a
    draft begun for the same question is kept. ``confirm``: victims and swaps ask twice."""
    question = scene.view.question
    scene = _without_stale(scene)
    if question is None and isinstance(scene.draft, AheadDraft):
        return _prepared_again(scene, scene.draft, confirm=confirm)
    if question == getattr(scene.draft, "question", None):
        return scene
    kept = scene.draft.prepared if isinstance(scene.draft, AheadDraft) else scene.kept
    draft = draft_of(question, scene.draft, kept, confirm=confirm)
    begun = replace(scene, draft=draft, note=None)
    if question is None:
        return begun
    begun = replace(begun, kept=None)
    if kept is None or not kept.is_for(question):
        return begun
    form = preparing.OFFERED_CHANGED if ahead.is_changed(kept, draft) else preparing.OFFERED
    if not ahead.survives(kept, draft):
        form = preparing.OFFERED_PART
    said = form.format(prompt=panels.prompt_of(begun).text)
    return replace(begun, note=Note(said, trouble=False))


def _without_stale(scene: Scene) -> Scene:
    """What was prepared in a round that is over is of no use: its question never came."""
    position, kept = scene.view.position, scene.kept
    is_stale = kept is not None and position is not None and position.round != kept.round
    return replace(scene, kept=None) if is_stale else scene


def without_old_note(scene: Scene, view: TableView, now: float) -> Scene:
    """The scene without a note about what could not be done, if the table has since come to ask
    or to say something that matters more."""
    if scene.note is None or not scene.note.trouble:
        return scene
    before = _matters(scene)
    after = _matters(replace(scene, view=view, now=now))
    return scene if before == after else replace(scene, note=None)


def beside_the_log(old: TableView, new: TableView, names: Names) -> str:
    """What others have done since ``old`` that no step tells yet: left, come back, or wished for a
    pause or another game; nothing if none has."""
    told: list[str] = []
    gone = waits.just_left(old, new)
    if gone:
        # All who are about to be left out: computer players go one after another with their owner.
        going = (seat for seat in waits.seated(new) if new.seats[seat].left and seat != new.you)
        told += _of_leaving(new, tuple(sorted({*gone, *going})), names)
    told += [waiting.IS_BACK.format(name=names.first(s)) for s in waits.just_back(old, new)]
    if set(new.wants_pause) - {*old.wants_pause, new.you} and not new.paused:
        told.append(waiting.pause_wish(new.wants_pause, names))
    told += another.news(old, new, names)
    return words.together(told) if told else ""


def _of_leaving(view: TableView, gone: tuple[int, ...], names: Names) -> list[str]:
    """That others have left, unless the log has just said so, and what comes of it for whoever is
    the only one left."""
    soon = alone_soon(view)
    is_logged = soon and not set(gone) & {*waits.seated(view)}
    return [*(() if is_logged else (waiting.have_left(gone, names),)), *((soon,) if soon else ())]


def _matters(scene: Scene) -> tuple[object, ...]:
    """What the prompt is about while nothing is decided here."""
    view = scene.view
    lost = tuple(seat.seat for seat in view.seats if seat.link is LinkState.LOST)
    return (
        scene.silent,
        scene.stuck,
        lost,
        view.paused,
        view.alone,
        view.stopped,
        view.outcome is None,
    )


def begun_ahead(scene: Scene, *, confirm: bool) -> Scene:
    """The scene with a draft of the next decision, if there is one to prepare."""
    question = question_ahead(scene.view)
    if question is None:
        return replace(scene, note=Note(preparing.NOTHING_TO_PREPARE))
    draft = AheadDraft(ahead.begun(question, scene.kept, confirm=confirm))
    return replace(scene, draft=draft, note=None)


def _prepared_again(scene: Scene, draft: AheadDraft, *, confirm: bool) -> Scene:
    """The table may have changed while a decision is prepared: as much as is legal stays."""
    question = question_ahead(scene.view)
    if question is None:
        return replace(scene, draft=Watch(draft.card), kept=draft.prepared)
    if question == draft.inner.question:
        return scene
    return replace(scene, draft=AheadDraft(ahead.begun(question, draft.prepared, confirm=confirm)))


def stopped_preparing(scene: Scene, draft: AheadDraft) -> Scene:
    """Back to the table; what is prepared is kept for when the question comes."""
    kept = draft.prepared
    said = preparing.NOT_KEPT if kept.is_empty else preparing.kept(draft.inner)
    return replace(
        scene,
        draft=Watch(draft.card),
        kept=None if kept.is_empty else kept,
        note=Note(said, trouble=False),
    )
