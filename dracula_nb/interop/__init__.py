"""Other programs' views of these games: past-plays strings, OpenSpiel, PettingZoo, Gambit. No rule lives here."""
