-- purpose: Claims whose support grows from year to year
WITH by_year AS (
  SELECT
    c.task_id,
    c.id AS claim_id,
    c.claim_text,
    coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS year,
    -- supporting minus refuting fragments
    sum(CASE e.relation WHEN 'supports' THEN 1 ELSE -1 END) AS net
  FROM claims c
  JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    AND e.relation IN ('supports', 'refutes')
  JOIN fragments f ON f.id = e.source_id AND f.is_irrelevant = 0
  JOIN pages p ON p.id = f.page_id
  WHERE coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
  GROUP BY c.id, coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))
),
trend AS (
  SELECT
    task_id, claim_id, claim_text, count(*) AS years_observed,
    -- least squares: change of net support a year
    (count(*) * sum(year * net) - sum(year) * sum(net)) * 1.0
      / nullif(count(*) * sum(year * year) - sum(year) * sum(year), 0) AS slope
  FROM by_year
  GROUP BY claim_id
)
SELECT
  task_id,
  claim_id,
  claim_text,
  round(slope, 4) AS support_trend,
  -- years with any evidence
  years_observed
FROM trend
WHERE slope > 0
