-- purpose: Groups of pages that cite one another more than the rest (communities of the task's citation graph)
SELECT
  m.task_id,
  m.cluster_id,
  -- JSON array; the order comes from a subquery, so that SQLite before 3.44 can open the database too
  (SELECT json_group_array(page_id) FROM (
    SELECT page_id FROM citation_communities o
    WHERE o.task_id = m.task_id AND o.cluster_id = m.cluster_id ORDER BY page_id) AS members) AS page_ids,
  -- citing and cited page both inside the group
  (SELECT count(*) FROM (
    SELECT DISTINCT e.source_id, e.target_id
    FROM citation_communities a
    CROSS JOIN edges e ON e.source_type = 'page' AND e.source_id = a.page_id AND e.relation = 'cites' AND e.target_type = 'page'
    CROSS JOIN citation_communities b ON b.task_id = a.task_id AND b.page_id = e.target_id AND b.cluster_id = a.cluster_id
    WHERE a.task_id = m.task_id AND a.cluster_id = m.cluster_id) AS inside) AS internal_citations,
  count(*) AS cluster_size
FROM citation_communities m
GROUP BY m.task_id, m.cluster_id
