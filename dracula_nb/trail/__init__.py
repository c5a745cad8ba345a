"""The trail and its powers as pure rules, shared by hunt, fury_trail and the beliefs. No game's phases live here."""
