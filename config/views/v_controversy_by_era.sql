-- purpose: Disputed and undisputed claims by decade of their evidence
WITH by_decade AS (
  SELECT
    c.task_id,
    c.id AS claim_id,
    coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) / 10 * 10 AS decade,
    sum(e.relation = 'supports') AS supports,
    sum(e.relation = 'refutes') AS refutes
  FROM claims c
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    AND e.counted = 1
  CROSS JOIN fragments f ON f.id = e.source_id
  CROSS JOIN pages p ON p.id = f.page_id
  WHERE coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
  GROUP BY c.task_id, c.id, decade
),
followed AS (
  SELECT *, lag(sign(supports - refutes)) OVER (PARTITION BY task_id, claim_id ORDER BY decade) AS side_before
  FROM by_decade
),
-- windows instead of a second GROUP BY: a task_id in the WHERE passes through them down to the claims
counted AS (
  SELECT
    task_id,
    decade,
    sum(supports > 0 AND refutes > 0) OVER era AS controversial_claims,
    sum(supports = 0 OR refutes = 0) OVER era AS consensus_claims,
    max(CASE WHEN side_before * sign(supports - refutes) < 0 THEN 1 ELSE 0 END) OVER era AS shift_detected,
    row_number() OVER era AS n
  FROM followed
  WINDOW era AS (PARTITION BY task_id, decade)
)
SELECT
  task_id,
  decade,
  -- both sides in the decade's evidence
  controversial_claims,
  -- one side only
  consensus_claims,
  -- 1 when the majority on some claim changed sides since the decade with evidence before
  shift_detected
FROM counted
WHERE n = 1
