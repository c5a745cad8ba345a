"""Europe and the castle as networkx graphs, with the queries on them. No rule of movement lives here."""
