-- What `lyra update` found to be otherwise than before: one row an update. `before` is how the findings and the pages of
-- the task stood when it began, so that an update that was interrupted goes on and still tells all of it; `delta` is
-- null until it has ended.
CREATE TABLE task_updates (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  changes INTEGER NOT NULL DEFAULT 0,
  before TEXT NOT NULL,
  delta TEXT,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX idx_task_updates_task ON task_updates(task_id, started_at);
