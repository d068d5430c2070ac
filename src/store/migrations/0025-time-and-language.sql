-- What became of each step of a pivot (`search` with pivot_from): what can be asked, and how many were found
CREATE TABLE pivot_steps (
  query_id TEXT NOT NULL REFERENCES queries(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  ask TEXT NOT NULL,
  source TEXT NOT NULL,
  by TEXT NOT NULL,
  value TEXT,
  outcome TEXT NOT NULL,
  reason TEXT,
  found INTEGER NOT NULL,
  -- those of the very name, or looked up by a number
  same_name INTEGER NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (query_id, position)
) STRICT;

-- Queries that a search asked beside its own: synonyms and the other language, each with its reason
CREATE TABLE query_expansions (
  query_id TEXT NOT NULL REFERENCES queries(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- what the engines were asked
  query TEXT NOT NULL,
  -- thesaurus, embedding: term was replaced by synonym; translation, given: the query in the other language
  by TEXT NOT NULL CHECK (by IN ('thesaurus', 'embedding', 'translation', 'given')),
  term TEXT,
  synonym TEXT,
  similarity REAL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (query_id, position)
) STRICT;

-- What an archived version of a page that still lives said otherwise ("said X until 2024-03")
CREATE TABLE page_statements (
  page_id TEXT NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  claim_id TEXT,
  -- the words of the old version, and those of the page now; null: it says nothing in their place
  was TEXT NOT NULL,
  now TEXT,
  -- captures between which it was said: the oldest and the newest that still have it
  said_from TEXT NOT NULL,
  said_until TEXT NOT NULL,
  -- the archived answer that still says it
  warc_file TEXT,
  warc_record_id TEXT,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (page_id, position)
) STRICT;
