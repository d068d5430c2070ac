-- purpose: Pages of a task by citations given, citations received and recency
WITH seen AS (
  SELECT DISTINCT q.task_id, sp.page_id
  FROM search_pages sp JOIN queries q ON q.id = sp.query_id
  WHERE sp.page_id IS NOT NULL
),
counted AS (
  SELECT
    seen.task_id,
    p.id,
    p.title,
    p.is_retracted,
    coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS year,
    CAST(substr(t.created_at, 1, 4) AS INTEGER) AS task_year,
    (SELECT count(DISTINCT e.target_id) FROM edges e
     WHERE e.source_type = 'page' AND e.source_id = p.id AND e.relation = 'cites') AS cites,
    max(
      (SELECT count(DISTINCT e.source_id) FROM edges e
       WHERE e.target_type = 'page' AND e.target_id = p.id AND e.relation = 'cites'),
      coalesce((SELECT w.cited_by_count FROM works w WHERE w.id = p.work_id), 0)) AS cited_by
  FROM seen
  JOIN pages p ON p.id = seen.page_id
  JOIN tasks t ON t.id = seen.task_id
)
SELECT
  task_id,
  id AS page_id,
  title,
  -- (1 + ln(1 + citation_count)) x (1 + ln(1 + cited_by_count)) x recency; recency is 1 this year, 1/2 at ten years or
  -- when the year is unknown; a retracted page has none
  CASE WHEN is_retracted = 1 THEN 0.0 ELSE
    round((1 + ln(1 + cites)) * (1 + ln(1 + cited_by)) / (1 + max(0, coalesce(task_year - year, 10)) / 10.0), 4)
  END AS authority_score,
  -- pages in the graph that it cites
  cites AS citation_count,
  -- the larger of the citing pages in the graph and the count the academic sources report
  cited_by AS cited_by_count,
  year
FROM counted
