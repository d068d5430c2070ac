-- purpose: Pages that support two or more claims of a task
SELECT
  c.task_id,
  p.id AS page_id,
  p.title,
  p.domain,
  count(DISTINCT c.id) AS claims_supported,
  -- pages in the graph that cite this one
  (SELECT count(DISTINCT cite.source_id) FROM edges cite
   WHERE cite.target_type = 'page' AND cite.target_id = p.id AND cite.relation = 'cites') AS citation_count
FROM claims c
CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment' AND e.relation = 'supports'
  AND e.counted = 1
CROSS JOIN fragments f ON f.id = e.source_id
CROSS JOIN pages p ON p.id = f.page_id
GROUP BY c.task_id, p.id
HAVING count(DISTINCT c.id) >= 2
