-- purpose: Pages of a task that no other page in the graph cites
WITH seen AS (
  SELECT DISTINCT q.task_id, sp.page_id
  FROM search_pages sp JOIN queries q ON q.id = sp.query_id
  WHERE sp.page_id IS NOT NULL
),
supported AS (
  SELECT c.task_id, f.page_id, count(DISTINCT c.id) AS claims
  FROM claims c
  JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment' AND e.relation = 'supports'
  JOIN fragments f ON f.id = e.source_id AND f.is_irrelevant = 0
  GROUP BY c.task_id, f.page_id
)
SELECT
  seen.task_id,
  p.id AS page_id,
  p.title,
  p.domain,
  coalesce(supported.claims, 0) AS claims_supported
FROM seen
JOIN pages p ON p.id = seen.page_id
LEFT JOIN supported ON supported.task_id = seen.task_id AND supported.page_id = seen.page_id
WHERE NOT EXISTS (
  SELECT 1 FROM edges cite
  WHERE cite.target_type = 'page' AND cite.target_id = p.id AND cite.relation = 'cites' AND cite.source_id <> p.id)
