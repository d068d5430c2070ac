-- REQ 3.3, 3.3.4: what a stance rests on. The model that decided, the rules that changed its answer (a JSON list), and its own
-- confidence before the learned calibration; null on edges of other kinds and on those judged before.
ALTER TABLE edges ADD COLUMN nli_model TEXT;
ALTER TABLE edges ADD COLUMN nli_notes TEXT;
ALTER TABLE edges ADD COLUMN nli_raw_confidence REAL;
