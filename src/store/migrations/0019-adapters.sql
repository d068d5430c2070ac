-- What was learned from corrections on this machine, version by version. One that was not taken is kept with its reason.
CREATE TABLE adapters (
  -- stance: verdicts on pairs; claims: which sentences are claims
  kind TEXT NOT NULL CHECK (kind IN ('stance', 'claims')),
  version INTEGER NOT NULL,
  -- the model whose readings it corrects
  model TEXT NOT NULL,
  -- JSON: weights per feature, in the order of the features' names
  weights TEXT NOT NULL,
  corrections INTEGER NOT NULL,
  -- mean loss on corrections held back, without and with it
  held_back_before REAL NOT NULL,
  held_back_after REAL NOT NULL,
  -- macro-F1 on base examples held back, without and with it
  base_before REAL NOT NULL,
  base_after REAL NOT NULL,
  accepted INTEGER NOT NULL,
  reason TEXT NOT NULL,
  is_current INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (kind, version)
) STRICT;
