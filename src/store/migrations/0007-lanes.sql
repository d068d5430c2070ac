-- REQ 4.3: one request at a time per domain, over all processes of a home.
CREATE TABLE lanes (
  lane TEXT PRIMARY KEY,
  owner TEXT,
  held_until INTEGER NOT NULL DEFAULT 0,
  last_end INTEGER
) STRICT;
