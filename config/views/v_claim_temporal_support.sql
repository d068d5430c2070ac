-- purpose: The years over which a claim is supported, and whether support holds throughout
WITH by_year AS (
  SELECT
    c.task_id,
    c.id AS claim_id,
    coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS year,
    sum(e.relation = 'supports') AS supports,
    sum(e.relation = 'refutes') AS refutes
  FROM claims c
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    AND e.counted = 1
  CROSS JOIN fragments f ON f.id = e.source_id
  CROSS JOIN pages p ON p.id = f.page_id
  WHERE coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
  GROUP BY c.task_id, c.id, coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))
),
-- windows instead of a second GROUP BY: a task_id in the WHERE passes through them down to the claims
spread AS (
  SELECT
    task_id,
    claim_id,
    min(CASE WHEN supports > 0 THEN year END) OVER claim AS earliest_year,
    max(CASE WHEN supports > 0 THEN year END) OVER claim AS latest_year,
    avg(supports > refutes) OVER claim AS share,
    row_number() OVER claim AS n
  FROM by_year
  WINDOW claim AS (PARTITION BY task_id, claim_id)
)
SELECT
  task_id,
  claim_id,
  -- of the supporting evidence
  earliest_year,
  latest_year,
  latest_year - earliest_year AS year_span,
  -- of the years with any evidence, the share in which support outweighs refutation
  round(share, 4) AS temporal_consistency
FROM spread
WHERE n = 1 AND earliest_year IS NOT NULL
