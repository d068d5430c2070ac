-- FEEDBACK 1, REQ 3.3.4: what a verdict was read from. The probabilities as the judge read them, also of a refutation that
-- no sentence bore out; what was measured of the pair (a JSON list in the order of the judge's features); the calibration
-- that made nli_confidence of nli_raw_confidence (`source@version`). Null on edges judged before and on those of other kinds.
ALTER TABLE edges ADD COLUMN nli_supports REAL;
ALTER TABLE edges ADD COLUMN nli_refutes REAL;
ALTER TABLE edges ADD COLUMN nli_signals TEXT;
ALTER TABLE edges ADD COLUMN nli_calibration TEXT;

-- By whom (assistant, person; rule: it followed from another correction, which copy_of names), and when it was undone
ALTER TABLE feedback ADD COLUMN actor TEXT NOT NULL DEFAULT 'person';
ALTER TABLE feedback ADD COLUMN copy_of TEXT;
ALTER TABLE feedback ADD COLUMN undone_at TEXT;
CREATE INDEX idx_feedback_target ON feedback(target_id, action);
CREATE INDEX idx_feedback_copies ON feedback(copy_of);

-- One sample for each pair that was corrected, however often: the last word counts
ALTER TABLE calibration_samples ADD COLUMN subject TEXT;
CREATE UNIQUE INDEX calibration_samples_subject ON calibration_samples(source, subject);

-- Isotonic regression has as many parameters as it has steps
CREATE TABLE calibration_params_new (
  source TEXT NOT NULL,
  version INTEGER NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('platt', 'temperature', 'isotonic', 'identity')),
  params TEXT NOT NULL,
  sample_count INTEGER NOT NULL,
  brier_before REAL,
  brier_after REAL,
  is_current INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (source, version)
) STRICT;
INSERT INTO calibration_params_new SELECT source, version, method, params, sample_count, brier_before, brier_after,
  is_current, created_at, cause_id FROM calibration_params;
DROP TABLE calibration_params;
ALTER TABLE calibration_params_new RENAME TO calibration_params;

-- What a correction would change most, by task: derived, made anew when it is asked for after a change
CREATE TABLE review_items (
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  -- pair: a verdict; unjudged: a pair nobody judged; merge: two claims of one finding; referent: a claim that does not
  -- say of what it speaks; block: a domain
  kind TEXT NOT NULL CHECK (kind IN ('pair', 'unjudged', 'merge', 'referent', 'block')),
  -- what a correction names: an edge, a fragment, a claim or a domain
  target_id TEXT NOT NULL,
  claim_id TEXT,
  fragment_id TEXT,
  finding_id TEXT,
  sentence TEXT NOT NULL,
  claim_text TEXT NOT NULL,
  domain TEXT NOT NULL,
  verdict TEXT,
  probability REAL,
  -- expected change: the sum over the other verdicts of their probability times what they would change
  score REAL NOT NULL,
  -- JSON: for each other verdict its probability and what the finding would be then
  changes TEXT NOT NULL,
  -- findings whose status would change by it, separated by commas
  decides TEXT NOT NULL,
  -- JSON: edges of the same sentence and the same claim text, which a correction reaches as well
  copies TEXT NOT NULL,
  PRIMARY KEY (task_id, place)
) STRICT;

-- Tasks whose items are as the graph is now
CREATE TABLE review_queues (
  task_id TEXT PRIMARY KEY REFERENCES tasks(id) ON DELETE CASCADE,
  decisions INTEGER NOT NULL,
  pairs INTEGER NOT NULL,
  made_at TEXT NOT NULL
) STRICT;
