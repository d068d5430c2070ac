-- Which version of its work an identifier names: preprint and published are one work, and both stay findable
ALTER TABLE identifiers ADD COLUMN version TEXT CHECK (version IN ('preprint', 'published'));

-- What notices announce about a DOI, kept even while the work itself is still unknown
CREATE TABLE work_updates (
  doi TEXT NOT NULL,
  type TEXT NOT NULL,
  notice TEXT NOT NULL DEFAULT '',
  date TEXT,
  source TEXT NOT NULL,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (doi, type, notice)
) STRICT;
CREATE INDEX work_updates_notice ON work_updates(notice);
