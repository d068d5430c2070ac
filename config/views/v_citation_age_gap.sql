-- purpose: How old the papers are that papers of a task cite
SELECT
  q.task_id,
  coalesce(citing.year, nullif(CAST(substr(citing.published_at, 1, 4) AS INTEGER), 0)) AS citing_year,
  coalesce(cited.year, nullif(CAST(substr(cited.published_at, 1, 4) AS INTEGER), 0)) AS cited_year,
  coalesce(citing.year, nullif(CAST(substr(citing.published_at, 1, 4) AS INTEGER), 0))
    - coalesce(cited.year, nullif(CAST(substr(cited.published_at, 1, 4) AS INTEGER), 0)) AS age_gap,
  -- citing and cited pairs of pages with these years, one of the two seen by the task
  count(DISTINCT e.source_id || ' ' || e.target_id) AS frequency
FROM queries q
CROSS JOIN search_pages sp ON sp.query_id = q.id
CROSS JOIN edges e ON e.relation = 'cites'
  AND ((e.source_type = 'page' AND e.source_id = sp.page_id) OR (e.target_type = 'page' AND e.target_id = sp.page_id))
CROSS JOIN pages citing ON citing.id = e.source_id
CROSS JOIN pages cited ON cited.id = e.target_id
WHERE coalesce(citing.year, nullif(CAST(substr(citing.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
  AND coalesce(cited.year, nullif(CAST(substr(cited.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
GROUP BY q.task_id, citing_year, cited_year
