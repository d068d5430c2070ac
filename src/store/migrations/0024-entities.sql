-- REQ 3.1.2: organisations, people, places, products, laws and identifiers that a task's evidence names. Everything
-- here follows from fragments, records and what a person decided, and can be made anew from them.
CREATE TABLE entities (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('organisation', 'person', 'place', 'product', 'law', 'identifier')),
  -- the spelling that is met most
  name TEXT NOT NULL,
  -- from a record of Wikidata that was fetched; null where none says so, or two differ
  wikidata_id TEXT,
  mentions INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX entities_task ON entities(task_id, kind);

-- One row a spelling; those of one entity share it
CREATE TABLE entity_names (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  entity_id TEXT REFERENCES entities(id) ON DELETE SET NULL,
  -- why it stands with the others: first, same_name, short_form, same_page, record, correction
  joined_by TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX entity_names_task ON entity_names(task_id);
CREATE INDEX entity_names_entity ON entity_names(entity_id);

-- Where a name stands: characters of a fragment, or a value of a record
CREATE TABLE entity_mentions (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  name_id TEXT NOT NULL REFERENCES entity_names(id) ON DELETE CASCADE,
  page_id TEXT NOT NULL,
  fragment_id TEXT REFERENCES fragments(id) ON DELETE CASCADE,
  span_start INTEGER,
  span_end INTEGER,
  record_id TEXT REFERENCES records(id) ON DELETE CASCADE,
  -- what it is in the record: subject, registrant, applicant ...
  role TEXT,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX entity_mentions_name ON entity_mentions(name_id);
CREATE INDEX entity_mentions_task ON entity_mentions(task_id);
CREATE INDEX entity_mentions_fragment ON entity_mentions(fragment_id);
CREATE INDEX entity_mentions_record ON entity_mentions(record_id);

-- What a person decided about two spellings; it wins over the comparison
CREATE TABLE entity_corrections (
  first_name_id TEXT NOT NULL REFERENCES entity_names(id) ON DELETE CASCADE,
  second_name_id TEXT NOT NULL REFERENCES entity_names(id) ON DELETE CASCADE,
  task_id TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('same', 'apart')),
  cause_id TEXT NOT NULL,
  PRIMARY KEY (first_name_id, second_name_id)
) STRICT;
CREATE INDEX entity_corrections_task ON entity_corrections(task_id);
CREATE INDEX entity_corrections_second ON entity_corrections(second_name_id);

-- The scope of a claim, as JSON lists; null: nobody has read it for names yet
ALTER TABLE claims ADD COLUMN scope_places TEXT;
ALTER TABLE claims ADD COLUMN scope_products TEXT;
ALTER TABLE claims ADD COLUMN scope_organisations TEXT;
-- 2023, 2023-03, 2023-03-15 or 2019/2021
ALTER TABLE claims ADD COLUMN scope_period TEXT;
