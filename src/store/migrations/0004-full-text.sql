-- Full text of the stored graph (EXPLORE 4.3): which claims and fragments are in the index, and by which analyser. The number is
-- the row of the index; an implicit rowid would change at VACUUM.
CREATE TABLE indexed_texts (
  id INTEGER PRIMARY KEY,
  target_type TEXT NOT NULL CHECK (target_type IN ('fragment', 'claim')),
  target_id TEXT NOT NULL,
  analyser TEXT NOT NULL,
  UNIQUE (target_type, target_id)
) STRICT;
CREATE INDEX indexed_texts_analyser ON indexed_texts(target_type, analyser);

-- Terms as the analyser made them, joined by spaces: beside letters and digits, these are all the ASCII characters a term can
-- hold, and every other character counts as a letter. The text itself is not kept a second time.
CREATE VIRTUAL TABLE fragment_terms USING fts5(
  terms, pairs, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '-./:_+,'''"
);
CREATE VIRTUAL TABLE claim_terms USING fts5(
  terms, pairs, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '-./:_+,'''"
);

-- What goes or changes leaves the index in the same transaction, whoever does it; what has no row gets one again
CREATE TRIGGER indexed_texts_fragment_gone AFTER DELETE ON indexed_texts WHEN old.target_type = 'fragment' BEGIN
  DELETE FROM fragment_terms WHERE rowid = old.id;
END;
CREATE TRIGGER indexed_texts_claim_gone AFTER DELETE ON indexed_texts WHEN old.target_type = 'claim' BEGIN
  DELETE FROM claim_terms WHERE rowid = old.id;
END;
CREATE TRIGGER fragments_out_of_index AFTER DELETE ON fragments BEGIN
  DELETE FROM indexed_texts WHERE target_type = 'fragment' AND target_id = old.id;
END;
CREATE TRIGGER claims_out_of_index AFTER DELETE ON claims BEGIN
  DELETE FROM indexed_texts WHERE target_type = 'claim' AND target_id = old.id;
END;
CREATE TRIGGER fragments_other_text AFTER UPDATE OF id, text_content, heading_context ON fragments BEGIN
  DELETE FROM indexed_texts WHERE target_type = 'fragment' AND target_id = old.id;
END;
CREATE TRIGGER claims_other_text AFTER UPDATE OF id, claim_text ON claims BEGIN
  DELETE FROM indexed_texts WHERE target_type = 'claim' AND target_id = old.id;
END;

-- The few that a person called irrelevant are left out of what is found
CREATE INDEX fragments_irrelevant ON fragments(id) WHERE is_irrelevant = 1;
