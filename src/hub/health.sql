-- Counts of the whole team, no texts and no ids: every user of the hub may know whether it is well. Made anew by
-- `lyra hub init`.
CREATE OR REPLACE FUNCTION hub.health() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  WITH open AS (
    SELECT s.*, j.state AS job_state, j.start_after,
      j.heartbeat_on + j.heartbeat_seconds * interval '1 second' AS lease_until,
      NOT EXISTS (SELECT 1 FROM hub.searches b WHERE b.task_id = s.task_id AND b.id < s.id
        AND b.state IN ('queued', 'running')) AS is_first
    FROM hub.searches s LEFT JOIN hub_queue.job j ON j.name = 'searches' AND j.id = s.job
    WHERE s.state IN ('queued', 'running')
  ), waiting AS (
    -- A search of which another of its task comes first waits for that one, not for a worker.
    SELECT * FROM open WHERE is_first AND job_state < 'active' AND start_after <= clock_timestamp()
  )
  SELECT jsonb_build_object(
    'searches', jsonb_build_object(
      'queued', (SELECT count(*) FROM open WHERE state = 'queued'),
      'running', (SELECT count(*) FROM open WHERE state = 'running'),
      'done', (SELECT count(*) FROM hub.searches WHERE state = 'done'),
      'failed', (SELECT count(*) FROM hub.searches WHERE state = 'failed'),
      'cancelled', (SELECT count(*) FROM hub.searches WHERE state = 'cancelled')),
    'ready', (SELECT count(*) FROM waiting),
    'oldest_ready_seconds', (SELECT coalesce(max(extract(epoch FROM clock_timestamp()
      - greatest(created_at, start_after))), 0)::float8 FROM waiting),
    'workers_busy', (SELECT count(DISTINCT worker) FROM open WHERE job_state = 'active'
      AND lease_until >= clock_timestamp()),
    'leases_lost', (SELECT count(*) FROM open WHERE job_state = 'active' AND lease_until < clock_timestamp()),
    'tasks', (SELECT count(*) FROM hub.tasks),
    'publications', (SELECT count(*) FROM hub.publications),
    'merge_seconds', (SELECT coalesce(sum(merge_ms), 0) / 1000 FROM hub.publications),
    'merges_waiting', (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77145002
      AND NOT granted),
    'lanes_held', (SELECT count(*) FROM hub.lanes WHERE holder IS NOT NULL AND held_until >= clock_timestamp()),
    'connections', (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()),
    'max_connections', current_setting('max_connections')::int,
    'database_bytes', pg_database_size(current_database()))
$$;
REVOKE ALL ON FUNCTION hub.health() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hub.health() TO lyra_reader, lyra_worker;
