-- REQ 3.1.3: what public sources (registers, laws, filings, certificates...) told, by the page it became
CREATE TABLE records (
  id TEXT PRIMARY KEY,
  page_id TEXT NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  -- law, company, domain, certificate, trial, patent, book, filing, case, minutes, statistics, news, person, thing
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  licence TEXT,
  -- 1: the register itself speaks
  is_primary INTEGER NOT NULL,
  published_at TEXT,
  -- JSON: [{type, value}]
  identifiers TEXT NOT NULL,
  -- JSON: [{type, name, role}]
  entities TEXT NOT NULL,
  -- the archived answer that it was read from
  warc_file TEXT,
  warc_record_id TEXT,
  fetched_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX idx_records_page ON records(page_id);

-- Every value of a record, and the steps that lead to it in the archived answer
CREATE TABLE record_attributes (
  record_id TEXT NOT NULL REFERENCES records(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (record_id, name)
) STRICT;
