-- What a page says of its licence (address or words), why its quality is below one, in sentences (REQ 3.3.3), and the papers,
-- books, patents and laws that it names, as {"type", "value"}. narrative_id: the page that told the same story first.
ALTER TABLE pages ADD COLUMN licence TEXT;
ALTER TABLE pages ADD COLUMN quality_reasons TEXT NOT NULL DEFAULT '[]';
ALTER TABLE pages ADD COLUMN identifiers TEXT NOT NULL DEFAULT '[]';
ALTER TABLE pages ADD COLUMN narrative_id TEXT;
CREATE INDEX pages_narrative ON pages(narrative_id) WHERE narrative_id IS NOT NULL;
