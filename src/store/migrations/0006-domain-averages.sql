-- REQ 4.6: the long average beside the short one, and how often a domain answers with a challenge.
ALTER TABLE domains ADD COLUMN block_score_long REAL NOT NULL DEFAULT 0;
ALTER TABLE domains ADD COLUMN captcha_rate REAL NOT NULL DEFAULT 0;
