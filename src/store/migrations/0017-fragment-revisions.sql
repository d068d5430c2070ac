-- What a page strikes out, corrects or adds later, as JSON: kind (struck, correction, update), start and text of each
ALTER TABLE fragments ADD COLUMN revisions TEXT NOT NULL DEFAULT '[]';
