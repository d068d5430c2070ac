-- purpose: Who cites whom around a task, up to two citation steps from what its searches found
SELECT
  q.task_id,
  e.source_id AS citing_page_id,
  e.target_id AS cited_page_id,
  -- who told of the citation: openalex, semantic_scholar, user
  e.citation_source,
  -- 1: one end was found by a search of the task; 2: one end cites, or is cited by, a found page
  min(CASE WHEN sp.page_id IN (e.source_id, e.target_id) THEN 1 ELSE 2 END) AS hop_distance
FROM queries q
CROSS JOIN search_pages sp ON sp.query_id = q.id AND sp.found_by <> 'citation'
CROSS JOIN edges first ON first.relation = 'cites'
  AND ((first.source_type = 'page' AND first.source_id = sp.page_id)
    OR (first.target_type = 'page' AND first.target_id = sp.page_id))
-- all citations of the page at the other end, the first one among them
CROSS JOIN edges e ON e.relation = 'cites'
  AND ((e.source_type = 'page'
      AND e.source_id = CASE first.source_id WHEN sp.page_id THEN first.target_id ELSE first.source_id END)
    OR (e.target_type = 'page'
      AND e.target_id = CASE first.source_id WHEN sp.page_id THEN first.target_id ELSE first.source_id END))
GROUP BY q.task_id, e.id
