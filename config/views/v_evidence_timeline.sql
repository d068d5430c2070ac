-- purpose: Evidence of a task by year of publication
SELECT
  c.task_id,
  -- NULL: sources without a known year
  coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS year,
  count(DISTINCT f.id) AS fragment_count,
  count(DISTINCT c.id) AS claim_count,
  -- mean probability of the supporting and refuting stances
  round(avg(e.nli_confidence), 4) AS avg_confidence
FROM claims c
CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  AND e.counted = 1
CROSS JOIN fragments f ON f.id = e.source_id
CROSS JOIN pages p ON p.id = f.page_id
GROUP BY c.task_id, coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))
