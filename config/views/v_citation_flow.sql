-- purpose: Who cites whom around a task, and how many citation steps from what its searches found
WITH RECURSIVE
start AS (
  SELECT DISTINCT q.task_id, sp.page_id
  FROM search_pages sp JOIN queries q ON q.id = sp.query_id
  WHERE sp.page_id IS NOT NULL AND sp.found_by <> 'citation'
),
-- pages within two steps, in either direction
near (task_id, page_id, steps) AS (
  SELECT task_id, page_id, 0 FROM start
  UNION
  SELECT near.task_id, e.target_id, near.steps + 1
  FROM near JOIN edges e ON e.source_type = 'page' AND e.source_id = near.page_id AND e.relation = 'cites'
  WHERE near.steps < 2
  UNION
  SELECT near.task_id, e.source_id, near.steps + 1
  FROM near JOIN edges e ON e.target_type = 'page' AND e.target_id = near.page_id AND e.relation = 'cites'
  WHERE near.steps < 2
)
SELECT
  near.task_id,
  e.source_id AS citing_page_id,
  e.target_id AS cited_page_id,
  -- who told of the citation: openalex, semantic_scholar, user
  e.citation_source,
  -- 1: one end was found by a search of the task
  min(near.steps) + 1 AS hop_distance
FROM near
JOIN edges e ON e.relation = 'cites' AND e.source_type = 'page' AND e.target_type = 'page'
  AND e.id IN (
    SELECT id FROM edges WHERE source_type = 'page' AND source_id = near.page_id AND relation = 'cites'
    UNION ALL
    SELECT id FROM edges WHERE target_type = 'page' AND target_id = near.page_id AND relation = 'cites')
GROUP BY near.task_id, e.id
