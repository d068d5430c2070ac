-- What a task's searches leave out, as it was given: exclude_domains, exclude_own_pages_of, period, language, kinds, lens (JSON)
ALTER TABLE tasks ADD COLUMN scope TEXT NOT NULL DEFAULT '{}';

-- What a search was told to read, in the order of naming, and what became of each
CREATE TABLE search_targets (
  query_id TEXT NOT NULL REFERENCES queries(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  given TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT,
  outcome TEXT NOT NULL,
  reason TEXT,
  url TEXT,
  page_id TEXT,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (query_id, position)
) STRICT;

-- Papers that cite or are cited by a task's papers, and what was made of each
CREATE TABLE citation_candidates (
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  search_id TEXT NOT NULL,
  page_id TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('reference', 'citation')),
  depth INTEGER NOT NULL,
  title TEXT NOT NULL,
  year INTEGER,
  identifiers TEXT NOT NULL,
  told_by TEXT NOT NULL,
  is_influential INTEGER NOT NULL,
  similarity REAL,
  relevance REAL,
  score REAL,
  -- kept: it became a page; left: others were better; excluded: it was not wanted
  state TEXT NOT NULL CHECK (state IN ('kept', 'left', 'excluded')),
  reason TEXT NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (task_id, id)
) STRICT;
CREATE INDEX citation_candidates_order ON citation_candidates(task_id, score DESC);
