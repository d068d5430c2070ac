CREATE TABLE hub.settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- A task of the team. Its rows in schema lyra are those of its newest bundle; generation counts the bundles.
CREATE TABLE hub.tasks (
  id text PRIMARY KEY DEFAULT 'task_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)
    CHECK (id ~ '^task_[0-9a-z]{1,64}$'),
  question text NOT NULL CHECK (length(question) BETWEEN 1 AND 4000),
  -- as create_task takes it
  config jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(config) = 'object' AND length(config::text) <= 100000),
  owner text NOT NULL DEFAULT session_user,
  visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'shared')),
  generation integer NOT NULL DEFAULT 0,
  bundle_sha256 text,
  conclusions_sha256 text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The queue. Searches of one task run one after the other, in the order of their ids.
CREATE TABLE hub.searches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task_id text NOT NULL REFERENCES hub.tasks(id) ON DELETE CASCADE,
  query text NOT NULL CHECK (length(query) <= 4000),
  -- as search takes them: targets and options
  options jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(options) = 'object' AND length(options::text) <= 100000),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 5,
  -- no worker takes it before
  not_before timestamptz NOT NULL DEFAULT now(),
  worker text,
  -- a new one with every attempt: who holds an old one has lost the search
  lease_token uuid,
  lease_until timestamptz,
  cancel_asked boolean NOT NULL DEFAULT false,
  error text,
  created_by text NOT NULL DEFAULT session_user,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX searches_open ON hub.searches(task_id, id) WHERE state IN ('queued', 'running');

-- What was taken in: a search brings one generation of its task, once
CREATE TABLE hub.publications (
  task_id text NOT NULL REFERENCES hub.tasks(id) ON DELETE CASCADE,
  generation integer NOT NULL,
  -- null: a bundle that a person brought
  search_id bigint UNIQUE REFERENCES hub.searches(id) ON DELETE CASCADE,
  bundle_sha256 text NOT NULL,
  bytes bigint NOT NULL,
  worker text NOT NULL,
  merge_ms double precision NOT NULL,
  -- rows by table: added, changed, kept_out
  rows jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (task_id, generation)
);

-- Who may send a request to a domain, over all workers (REQ 4.3). Times are the database's.
CREATE TABLE hub.lanes (
  lane text PRIMARY KEY,
  holder text,
  held_until timestamptz,
  last_end timestamptz
);

-- Which tasks a shared row was reached by
CREATE TABLE hub.task_pages (
  task_id text NOT NULL REFERENCES hub.tasks(id) ON DELETE CASCADE,
  page_id text NOT NULL,
  PRIMARY KEY (task_id, page_id)
);
CREATE INDEX task_pages_page ON hub.task_pages(page_id);
CREATE TABLE hub.task_works (
  task_id text NOT NULL REFERENCES hub.tasks(id) ON DELETE CASCADE,
  work_id text NOT NULL,
  PRIMARY KEY (task_id, work_id)
);
CREATE INDEX task_works_work ON hub.task_works(work_id);

-- Wakes the workers
CREATE FUNCTION hub.wake_workers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('hub_searches', '');
  RETURN NULL;
END $$;
CREATE TRIGGER wake_workers AFTER INSERT OR UPDATE OF state ON hub.searches
  FOR EACH STATEMENT EXECUTE FUNCTION hub.wake_workers();
