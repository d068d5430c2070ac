-- purpose: Groups of pages that cite one another more than the rest (communities of the task's citation graph)
SELECT
  m.task_id,
  m.cluster_id,
  -- JSON array
  json_group_array(m.page_id ORDER BY m.page_id) AS page_ids,
  -- citing and cited page both inside the group
  (SELECT count(*) FROM (
    SELECT DISTINCT e.source_id, e.target_id
    FROM citation_communities a
    JOIN edges e ON e.source_type = 'page' AND e.source_id = a.page_id AND e.relation = 'cites' AND e.target_type = 'page'
    JOIN citation_communities b ON b.task_id = a.task_id AND b.page_id = e.target_id AND b.cluster_id = a.cluster_id
    WHERE a.task_id = m.task_id AND a.cluster_id = m.cluster_id)) AS internal_citations,
  count(*) AS cluster_size
FROM citation_communities m
GROUP BY m.task_id, m.cluster_id
