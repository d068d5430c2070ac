-- REQ 3.1.2, 5.1.2: pages grow old and are asked for again. `checked_at`: when the page was last seen unchanged; null while it
-- was read only once. A fragment that the page no longer says has the time at which that was seen, and the record that still
-- holds it; null: it is on the page, and in the page's own record.
ALTER TABLE pages ADD COLUMN checked_at TEXT;
ALTER TABLE fragments ADD COLUMN superseded_at TEXT;
ALTER TABLE fragments ADD COLUMN warc_file TEXT;
ALTER TABLE fragments ADD COLUMN warc_record_id TEXT;
