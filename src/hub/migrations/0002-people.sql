-- Roles are the cluster's: another hub in it may have made them.
DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['lyra_reader', 'lyra_researcher', 'lyra_admin', 'lyra_worker'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    END IF;
  END LOOP;
END $$;
GRANT lyra_reader TO lyra_researcher;
GRANT lyra_researcher TO lyra_admin;

-- Who did what. Written by triggers, read by admins.
CREATE TABLE hub.audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  who text NOT NULL DEFAULT session_user,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);

CREATE FUNCTION hub.sees_all() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_has_role(session_user, 'lyra_admin', 'MEMBER') OR pg_has_role(session_user, 'lyra_worker', 'MEMBER')
$$;

CREATE FUNCTION hub.visible_tasks() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM hub.tasks WHERE visibility = 'shared' OR owner = session_user
$$;

CREATE FUNCTION hub.cancel_search(search bigint) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE became text;
BEGIN
  UPDATE hub.searches s SET
    cancel_asked = true,
    state = CASE s.state WHEN 'queued' THEN 'cancelled' ELSE s.state END,
    finished_at = CASE s.state WHEN 'queued' THEN clock_timestamp() ELSE s.finished_at END
  FROM hub.tasks t
  WHERE s.id = search AND t.id = s.task_id AND s.state IN ('queued', 'running')
    AND (t.owner = session_user OR s.created_by = session_user OR hub.sees_all())
  RETURNING s.state INTO became;
  RETURN became;
END $$;
REVOKE ALL ON FUNCTION hub.cancel_search(bigint) FROM PUBLIC;

CREATE FUNCTION hub.note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  row_now jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
  told jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT coalesce(jsonb_object_agg(n.key, n.value), '{}') INTO told
    FROM jsonb_each(to_jsonb(NEW)) n JOIN jsonb_each(to_jsonb(OLD)) o USING (key)
    WHERE n.value IS DISTINCT FROM o.value AND n.key = ANY (TG_ARGV);
    -- A heartbeat is no act of anybody.
    IF told = '{}' THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO hub.audit (action, subject, detail)
    VALUES (lower(TG_OP) || ' ' || TG_TABLE_NAME, row_now->>'id', told);
  RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON hub.tasks
  FOR EACH ROW EXECUTE FUNCTION hub.note_change('visibility', 'generation', 'bundle_sha256');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON hub.searches
  FOR EACH ROW EXECUTE FUNCTION hub.note_change('state', 'cancel_asked', 'worker', 'attempts', 'error');

GRANT USAGE ON SCHEMA hub, lyra TO lyra_reader, lyra_worker;
GRANT SELECT ON hub.tasks, hub.searches, hub.publications, hub.task_pages, hub.task_works, hub.migrations
  TO lyra_reader, lyra_worker;
GRANT SELECT ON hub.settings TO lyra_reader, lyra_worker;
GRANT INSERT (question, config, visibility), UPDATE (visibility) ON hub.tasks TO lyra_researcher;
GRANT INSERT (task_id, query, options) ON hub.searches TO lyra_researcher;
GRANT EXECUTE ON FUNCTION hub.cancel_search(bigint) TO lyra_researcher;
GRANT SELECT ON hub.audit TO lyra_admin;
GRANT UPDATE ON hub.tasks, hub.searches TO lyra_worker;
GRANT INSERT, DELETE ON hub.publications, hub.task_pages, hub.task_works TO lyra_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON hub.lanes TO lyra_worker;

ALTER TABLE hub.tasks ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON hub.tasks FOR SELECT
  USING (owner = session_user OR visibility = 'shared' OR (SELECT hub.sees_all()));
CREATE POLICY made ON hub.tasks FOR INSERT WITH CHECK (owner = session_user);
CREATE POLICY changed ON hub.tasks FOR UPDATE USING (owner = session_user OR (SELECT hub.sees_all()));
ALTER TABLE hub.searches ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON hub.searches FOR SELECT
  USING (task_id IN (SELECT hub.visible_tasks()) OR (SELECT hub.sees_all()));
CREATE POLICY made ON hub.searches FOR INSERT
  WITH CHECK (created_by = session_user AND (task_id IN (SELECT hub.visible_tasks()) OR (SELECT hub.sees_all())));
CREATE POLICY changed ON hub.searches FOR UPDATE USING ((SELECT hub.sees_all()));
ALTER TABLE hub.publications ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON hub.publications
  USING (task_id IN (SELECT hub.visible_tasks()) OR (SELECT hub.sees_all()));
ALTER TABLE hub.task_pages ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON hub.task_pages
  USING (task_id IN (SELECT hub.visible_tasks()) OR (SELECT hub.sees_all()));
ALTER TABLE hub.task_works ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON hub.task_works
  USING (task_id IN (SELECT hub.visible_tasks()) OR (SELECT hub.sees_all()));
