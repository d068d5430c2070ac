-- What a change of one edge, one domain or one claim touches is found by index (issue sizes: 100,000 claims, 1,000,000 edges)
CREATE INDEX contradictions_opposing ON contradictions(opposing_claim_id);
CREATE INDEX events_subject ON events(subject_id, seq);
CREATE INDEX feedback_target ON feedback(target_id);
CREATE INDEX pages_warc ON pages(warc_file);

-- The user's overrides as last applied (TRUST 4.2): a difference to the file is a change to log and to recompute
CREATE TABLE trust_overrides (
  domain TEXT PRIMARY KEY,
  trust_level TEXT NOT NULL,
  reason TEXT NOT NULL,
  added_at TEXT,
  applied_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;

-- Files whose rows a cleanup has removed: noted in its transaction, crossed off when the file is gone (GRAPH 2.2)
CREATE TABLE pending_removals (
  path TEXT PRIMARY KEY,
  noted_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
