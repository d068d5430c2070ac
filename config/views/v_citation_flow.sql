-- purpose: Who cites whom around a task, and how many citation steps from what its searches found
WITH RECURSIVE
-- every page within two steps of a found one, in either direction; CROSS JOIN keeps SQLite walking from page to edge
near (task_id, page_id, steps) AS (
  SELECT DISTINCT q.task_id, sp.page_id, 0
  FROM search_pages sp JOIN queries q ON q.id = sp.query_id
  WHERE sp.page_id IS NOT NULL AND sp.found_by <> 'citation'
  UNION
  SELECT near.task_id, e.target_id, near.steps + 1
  FROM near CROSS JOIN edges e ON e.source_type = 'page' AND e.source_id = near.page_id AND e.relation = 'cites'
  WHERE near.steps < 2
  UNION
  SELECT near.task_id, e.source_id, near.steps + 1
  FROM near CROSS JOIN edges e ON e.target_type = 'page' AND e.target_id = near.page_id AND e.relation = 'cites'
  WHERE near.steps < 2
),
closest AS (
  SELECT task_id, page_id, min(steps) AS steps FROM near GROUP BY task_id, page_id
),
touching AS (
  SELECT closest.task_id, closest.steps, e.id, e.source_id, e.target_id, e.citation_source
  FROM closest CROSS JOIN edges e ON e.source_type = 'page' AND e.source_id = closest.page_id AND e.relation = 'cites'
  UNION ALL
  SELECT closest.task_id, closest.steps, e.id, e.source_id, e.target_id, e.citation_source
  FROM closest CROSS JOIN edges e ON e.target_type = 'page' AND e.target_id = closest.page_id AND e.relation = 'cites'
)
SELECT
  task_id,
  source_id AS citing_page_id,
  target_id AS cited_page_id,
  -- who told of the citation: openalex, semantic_scholar, user
  citation_source,
  -- 1: one end was found by a search of the task
  min(steps) + 1 AS hop_distance
FROM touching
GROUP BY task_id, id
