-- REQ 8.3: what a job has finished, one row a stage, so that whoever goes on with the job goes on there. Written when the
-- stage ends, gone with the job's end.
CREATE TABLE finished_stages (
  job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  value TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  PRIMARY KEY (job_id, stage)
) STRICT;

-- Starts since a stage was last finished, besides the first: a job that ends its process every time is given up.
ALTER TABLE jobs ADD COLUMN stalled INTEGER NOT NULL DEFAULT 0;

-- Open jobs of the version before held their stages inside the payload, in a form that is no longer read. They run
-- them again: what a stage saves, it saves under ids that follow from the content.
UPDATE jobs SET payload = json_remove(payload, '$.stages', '$.stalled');
