-- purpose: Disputed and undisputed claims by decade of their evidence
WITH by_decade AS (
  SELECT
    c.task_id,
    c.id AS claim_id,
    coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) / 10 * 10 AS decade,
    sum(e.relation = 'supports') AS supports,
    sum(e.relation = 'refutes') AS refutes
  FROM claims c
  JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    AND e.relation IN ('supports', 'refutes')
  JOIN fragments f ON f.id = e.source_id AND f.is_irrelevant = 0
  JOIN pages p ON p.id = f.page_id
  WHERE coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
  GROUP BY c.id, decade
),
followed AS (
  SELECT *, lag(sign(supports - refutes)) OVER (PARTITION BY claim_id ORDER BY decade) AS side_before
  FROM by_decade
)
SELECT
  task_id,
  decade,
  -- both sides in the decade's evidence
  sum(supports > 0 AND refutes > 0) AS controversial_claims,
  -- one side only
  sum(supports = 0 OR refutes = 0) AS consensus_claims,
  -- 1 when the majority on some claim changed sides since the decade with evidence before
  max(coalesce(side_before * sign(supports - refutes) < 0, 0)) AS shift_detected
FROM followed
GROUP BY task_id, decade
