-- A refutation that follows from other verdicts (turned round, or through a support): the edges it rests on, a JSON list.
-- read_as: confidence and rationale of the pair as it was read, for when the grounds are gone; NULL: it was not read.
ALTER TABLE edges ADD COLUMN implied_by TEXT;
ALTER TABLE edges ADD COLUMN read_as TEXT;
