-- REQ 3.6.1: what a person skipped stays skipped for later searches of the task: the page, or the whole site where the answer
-- was about the domain.
ALTER TABLE auth_queue ADD COLUMN whole_site INTEGER NOT NULL DEFAULT 0;
