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
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    AND e.counted = 1
  CROSS JOIN fragments f ON f.id = e.source_id
  CROSS JOIN pages p ON p.id = f.page_id
  WHERE coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
  GROUP BY c.task_id, c.id, coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))
),
-- windows instead of a second GROUP BY: a task_id in the WHERE passes through them down to the claims
trend AS (
  SELECT
    task_id, claim_id, claim_text, count(*) OVER claim AS years_observed,
    -- least squares: change of net support a year
    (count(*) OVER claim * sum(year * net) OVER claim - sum(year) OVER claim * sum(net) OVER claim) * 1.0
      / nullif(count(*) OVER claim * sum(year * year) OVER claim - sum(year) OVER claim * sum(year) OVER claim, 0)
      AS slope,
    row_number() OVER claim AS n
  FROM by_year
  WINDOW claim AS (PARTITION BY task_id, claim_id)
)
SELECT
  task_id,
  claim_id,
  claim_text,
  round(slope, 4) AS support_trend,
  -- years with any evidence
  years_observed
FROM trend
WHERE n = 1 AND slope > 0
