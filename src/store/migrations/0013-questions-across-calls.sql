-- REQ 3.2.1 wait_for_user: a question outlives the call that asked it. Asked again with the same words before `expires_at`
-- it is the same question; `delivered_at` is set once the asker has got what came of it. A person may also decline.
ALTER TABLE questions ADD COLUMN expires_at TEXT;
ALTER TABLE questions ADD COLUMN delivered_at TEXT;
ALTER TABLE questions ADD COLUMN declined INTEGER NOT NULL DEFAULT 0;

-- Those of the version before ended with their call.
UPDATE questions SET expires_at = asked_at, delivered_at = asked_at;
