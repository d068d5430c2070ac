-- GRAPH 2.2: which tasks were answered from a kept result page, so that a hard cleanup can tell what nobody else uses.
CREATE TABLE serp_cache_uses (
  key TEXT NOT NULL,
  task_id TEXT NOT NULL,
  PRIMARY KEY (key, task_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX serp_cache_uses_task ON serp_cache_uses(task_id);

-- Pages that Lyra itself did not ask for were counted with those that a site refused.
UPDATE search_pages SET outcome = 'domain_blocked'
WHERE outcome = 'blocked' AND attempts = '[]' AND reason = 'the domain is blocked';

-- Whether the confidence of the claim counts the stance; the views count the same. Kept by ClaimStore.setConfidence.
ALTER TABLE edges ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
UPDATE edges SET counted = 1 WHERE target_type = 'claim' AND relation IN ('supports', 'refutes') AND EXISTS (
  SELECT 1 FROM claims c JOIN json_each(c.confidence_why) w
  WHERE c.id = edges.target_id AND w.value ->> 'edge_id' = edges.id AND w.value ->> 'counted');
