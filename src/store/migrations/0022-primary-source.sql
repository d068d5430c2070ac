-- Which part of a paper's full text it stands in (results, methods ...), and whose words it passes on: `work <id>`,
-- `page <id>` or `url <address>`. Null: no paper's part, its page's own words.
ALTER TABLE fragments ADD COLUMN section TEXT;
ALTER TABLE fragments ADD COLUMN told_from TEXT;

-- The work whose open copy an index named at this address; null for all other pages
ALTER TABLE pages ADD COLUMN full_text_of TEXT;

-- Where a page names what it tells of: source_page_id is the primary source of page_id
CREATE TABLE primary_sources (
  page_id TEXT NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  -- the passage that names it; null where the head of the page does
  fragment_id TEXT,
  cue TEXT NOT NULL CHECK (cue IN ('markup', 'source_line', 'attribution', 'citation', 'standing')),
  words TEXT NOT NULL,
  -- the page that was read there; null while there is none, and outcome says why
  source_page_id TEXT REFERENCES pages(id) ON DELETE SET NULL,
  outcome TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (page_id, url)
) STRICT;
CREATE INDEX primary_sources_source ON primary_sources(source_page_id);

-- What came of the search for an open copy of a paper's full text, by task
CREATE TABLE full_texts (
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  work_id TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN
    ('read', 'no_open_copy', 'licence_unknown', 'licence_closed', 'wall', 'not_a_paper', 'unreadable')),
  reason TEXT,
  url TEXT,
  page_id TEXT REFERENCES pages(id) ON DELETE SET NULL,
  found_by TEXT,
  -- as the index names it: publishedVersion, acceptedVersion, submittedVersion
  version TEXT,
  licence TEXT,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (task_id, work_id)
) STRICT;
