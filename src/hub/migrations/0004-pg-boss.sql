-- The queue is pg-boss (schema hub_queue, ADR 0058). hub.searches is what people see of it: workers write both in one
-- transaction. A search that was running under the queue before is tried again.
UPDATE hub.searches SET state = 'queued', worker = NULL WHERE state = 'running';
ALTER TABLE hub.searches
  DROP COLUMN lease_token,
  DROP COLUMN lease_until,
  DROP COLUMN not_before,
  DROP COLUMN max_attempts,
  -- which attempt of the job its worker has
  ADD COLUMN claim integer,
  -- in the order of the searches, so that it decides between jobs of one moment
  ADD COLUMN job uuid NOT NULL
    GENERATED ALWAYS AS (('00000000-0000-8000-8000-' || lpad(to_hex(id), 12, '0'))::uuid) STORED;

CREATE FUNCTION hub.send_search(search hub.searches) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM hub.send_jobs(json_build_array(json_build_object('id', search.job,
      'data', json_build_object('search', search.id), 'singletonKey', search.task_id))::text)) THEN
    RAISE EXCEPTION 'search % was not queued', search.id;
  END IF;
END $$;
REVOKE ALL ON FUNCTION hub.send_search(hub.searches) FROM PUBLIC;

CREATE FUNCTION hub.queue_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM hub.drop_jobs('searches', ARRAY[OLD.job]);
  ELSE
    PERFORM hub.send_search(NEW);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_search AFTER INSERT OR DELETE ON hub.searches
  FOR EACH ROW EXECUTE FUNCTION hub.queue_search();

-- Queued, it ends at once. Taken at this moment it counts as running: its worker finds the word.
CREATE OR REPLACE FUNCTION hub.cancel_search(search bigint) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  became text;
  its_job uuid;
BEGIN
  UPDATE hub.searches s SET cancel_asked = true FROM hub.tasks t
  WHERE s.id = search AND t.id = s.task_id AND s.state IN ('queued', 'running')
    AND (t.owner = session_user OR s.created_by = session_user OR hub.sees_all())
  RETURNING s.state, s.job INTO became, its_job;
  IF became IS NULL THEN RETURN NULL; END IF;
  -- Workers lock the job first, then the search: here nobody is waited for.
  PERFORM 1 FROM hub_queue.job j WHERE j.name = 'searches' AND j.id = its_job AND j.state < 'active'
    FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 'running'; END IF;
  PERFORM hub.cancel_jobs('searches', ARRAY[its_job]);
  UPDATE hub.searches SET state = 'cancelled', finished_at = clock_timestamp() WHERE id = search;
  RETURN 'cancelled';
END $$;

-- What of the limits is used: a user's own; of everybody for admins and the owner
CREATE FUNCTION hub.quota_use() RETURNS TABLE (who text, searches bigint, queued bigint, bytes numeric) LANGUAGE sql
  STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.name, q.searches, q.queued, q.bytes
  FROM (SELECT DISTINCT m.rolname::text AS name FROM pg_auth_members a
    JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
    WHERE g.rolname IN ('lyra_reader', 'lyra_researcher', 'lyra_admin') AND m.rolcanlogin
      AND (m.rolname = session_user OR session_user = current_user OR hub.sees_all())) u,
    LATERAL hub.used_quota(u.name) q
  ORDER BY u.name COLLATE "C"
$$;
REVOKE ALL ON FUNCTION hub.quota_use() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hub.quota_use() TO lyra_reader;

-- Which migrations were run is told by the tool that runs them; whoever asks for the version asks as before.
DROP TABLE hub.migrations;
CREATE VIEW hub.migrations AS
  SELECT substr(name, 1, 4)::integer AS version, run_on AS at FROM hub.applied_migrations;
GRANT SELECT ON hub.migrations TO lyra_reader, lyra_worker, lyra_gate;
