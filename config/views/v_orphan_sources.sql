-- purpose: Pages of a task that no other page in the graph cites
WITH seen AS (
  SELECT DISTINCT q.task_id, sp.page_id
  FROM queries q CROSS JOIN search_pages sp ON sp.query_id = q.id
  WHERE sp.page_id IS NOT NULL
)
SELECT
  seen.task_id,
  p.id AS page_id,
  p.title,
  p.domain,
  -- claims of the task
  (SELECT count(DISTINCT c.id)
   FROM fragments f
   CROSS JOIN edges e ON e.source_type = 'fragment' AND e.source_id = f.id AND e.relation = 'supports'
     AND e.target_type = 'claim' AND e.counted = 1
   CROSS JOIN claims c ON c.id = e.target_id AND c.task_id = seen.task_id
   WHERE f.page_id = p.id) AS claims_supported
FROM seen
CROSS JOIN pages p ON p.id = seen.page_id
WHERE NOT EXISTS (
  SELECT 1 FROM edges cite
  WHERE cite.target_type = 'page' AND cite.target_id = p.id AND cite.relation = 'cites' AND cite.source_id <> p.id)
