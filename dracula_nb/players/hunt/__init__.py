"""The policies of hunt: Dracula who is cautious or looks ahead, hunters with the exact belief or without any.

======== ================ =================================================================================
side     name             does
======== ================ =================================================================================
both     ``random``       any legal action
dracula  ``evasive(s)``   a move with weight exp(s x hops to the nearest hunter, at most 4); s is 1 if left out
dracula  ``search``       looks a round ahead at what greedy hunters will believe and do
hunters  ``greedy``       closes in on the exact belief
hunters  ``blind``        the same without deduction
======== ================ =================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping

from dracula_nb.players.hunt.dracula import evasive
from dracula_nb.players.hunt.hunters import blind, greedy
from dracula_nb.players.hunt.search import search
from dracula_nb.players.table import Kind

PLAYERS: Mapping[str, Mapping[str, Kind]] = {
    "dracula": {
        "evasive": Kind("keeps away from the hunters, the more the greater the number", evasive, number=1.0),
        "search": Kind("looks a round ahead at what greedy hunters will believe and do", search),
    },
    "hunters": {
        "blind": Kind("closes in on where all could see Dracula, without any deduction", blind),
        "greedy": Kind("closes in on the exact belief, the hunters parting the places among them", greedy),
    },
}
DEFAULTS: Mapping[str, str] = {"dracula": "evasive", "hunters": "greedy"}
