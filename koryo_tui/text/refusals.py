"""What ``protocol`` says of decisions, entries and files that it refuses, for ``troubles``.

Decisions and files are refused in English sentences or parts of them, as troubles of the network
are told; they are listed here once more, to be translated.
"""

from __future__ import annotations

from typing import Final

from koryo_tui.text.i18n import marked

#: Why the rules refuse a decision.
ILLEGAL: Final = (
    marked("This decision is not due now."),
    marked("There is no such seat at this table."),
    marked("The number of cards does not fit."),
    marked("An order is cards of one type, or exactly two cards of two types."),
    marked("Two types need the Ship Owners when the order is placed."),
    marked("The hand does not hold these cards."),
    marked("More of these cards than lie outside the fronts."),
    marked("No card of this type lies face down."),
    marked("A waiting event must be resolved or declined first."),
    marked("Cards still lie face down."),
    marked("No event of this type is waiting."),
    marked("The majority that gives this power is not held now."),
    marked("This power has been used in this turn."),
    marked("The bank is empty."),
    marked("This seat has no token."),
    marked("Every event of this type in front is still waiting."),
    marked("This card is not an event."),
    marked("This card is not a character."),
    marked("The own seat cannot be chosen."),
    marked("A swap is between two different seats, the lower one first."),
    marked("A swap of two cards of one family changes nothing."),
    marked("There is no such card in this front."),
    marked("A shield protects this seat."),
    marked("This discard leaves a front that the rules do not allow."),
)
#: Why a session takes no decision, or none any more.
NOT_ASKED: Final = (
    marked("This table has ended."),
    marked("Nothing of this kind is asked for now."),
    marked("The keys of this deal give no deck ({0})."),
    marked("the joint key is the identity"),
)
#: Why an entry is invalid, and what two signed things contradict; parts of a sentence.
FAULTS: Final = (
    marked("the entry is of another kind than the step"),
    marked("the seat spoke in a step in which it is not asked"),
    marked("the entry names an entry before it where there is none to name"),
    marked("the entry's body has another shape than its kind"),
    marked("the entry confirms another roster than the table's"),
    marked("the nonce does not fit the commitment in the roster"),
    marked("the entry seats somebody who is not away or did not sign a return"),
    marked("the proof that the seat knows its own deal key fails"),
    marked("the shuffled deck is not made of valid elements, one pair a card"),
    marked("the proof that the deck was only shuffled fails"),
    marked("the shares are not for exactly the other seats that are dealt cards"),
    marked("the shares are not exactly one for each card"),
    marked("the proof that a decryption share is right fails"),
    marked("the order has more cards than the hand"),
    marked("the opened cards are not of the seat's own hand, in rising order"),
    marked("the opened order is not the one that was sealed"),
    marked("an opened card is another one than the seat says"),
    marked("the order was illegal when it was placed"),
    marked("a move is not written in the notation of moves"),
    marked("a move of the turn is illegal"),
    marked("the turn does not come to its end"),
    marked("the turn goes on after its end"),
    marked("the discard is illegal"),
    marked("the seat signed two different entries for one step"),
    marked("the seat acknowledged two different heads of one step"),
    marked("the seat signed two different changes for one attempt"),
    marked("the seat hid an acknowledgement from its change"),
)
#: What is wrong with a file; parts of a sentence.
FILES: Final = (
    marked("this is no Koryo transcript"),
    marked("this is no evidence of Koryo"),
    marked("the file ends inside a record"),
    marked("a record is longer than any step can be"),
    marked("a transcript begins with its table"),
    marked("not the canonical encoding of its value"),
    marked("a record stands where none of its kind belongs"),
    marked("something stands twice, or before the end of the game"),
    marked("one identity sits in two seats"),
    marked("the published keys do not open every hand"),
    marked("the step is not the one that follows"),
    marked("the entries and the certificate do not close the step"),
    marked("the step holds something that it does not need"),
    marked("the evidence names a seat that its table does not have"),
    marked("the signature is not of the seat it names"),
    marked("the entry is valid, or nothing can be said of it"),
    marked(
        "played with protocol {0} and rules {1}; this program verifies protocol {2} and rules {3}"
    ),
)
#: Who plays by themselves.
BOTS: Final = (marked("There is no computer player {0}; there are {1}."),)
#: A reason and what it is about more closely.
CLOSER: Final = (marked("{0}: {1}"),)
SENTENCES: Final = (*ILLEGAL, *NOT_ASKED, *FAULTS, *FILES, *BOTS, *CLOSER)
