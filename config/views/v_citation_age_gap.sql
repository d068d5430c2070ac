-- purpose: How old the papers are that papers of a task cite
WITH seen AS (
  SELECT DISTINCT q.task_id, sp.page_id
  FROM search_pages sp JOIN queries q ON q.id = sp.query_id
  WHERE sp.page_id IS NOT NULL
),
pairs AS (
  SELECT seen.task_id, e.source_id, e.target_id
  FROM seen JOIN edges e ON e.source_type = 'page' AND e.source_id = seen.page_id AND e.relation = 'cites'
  UNION
  SELECT seen.task_id, e.source_id, e.target_id
  FROM seen JOIN edges e ON e.target_type = 'page' AND e.target_id = seen.page_id AND e.relation = 'cites'
),
dated AS (
  SELECT
    pairs.task_id,
    coalesce(citing.year, nullif(CAST(substr(citing.published_at, 1, 4) AS INTEGER), 0)) AS citing_year,
    coalesce(cited.year, nullif(CAST(substr(cited.published_at, 1, 4) AS INTEGER), 0)) AS cited_year
  FROM pairs
  JOIN pages citing ON citing.id = pairs.source_id
  JOIN pages cited ON cited.id = pairs.target_id
)
SELECT
  task_id,
  citing_year,
  cited_year,
  citing_year - cited_year AS age_gap,
  -- citing and cited pairs of pages with these years
  count(*) AS frequency
FROM dated
WHERE citing_year IS NOT NULL AND cited_year IS NOT NULL
GROUP BY task_id, citing_year, cited_year
