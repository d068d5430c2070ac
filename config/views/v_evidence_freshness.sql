-- purpose: How fresh the evidence of each claim is
WITH dated AS (
  SELECT
    c.task_id,
    c.id,
    c.claim_text,
    e.relation,
    -- years before the task was created
    CAST(substr(t.created_at, 1, 4) AS INTEGER)
      - coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS age
  FROM claims c
  CROSS JOIN tasks t ON t.id = c.task_id
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    AND e.counted = 1
  CROSS JOIN fragments f ON f.id = e.source_id
  CROSS JOIN pages p ON p.id = f.page_id
)
SELECT
  task_id,
  id AS claim_id,
  claim_text,
  round(avg(age), 4) AS avg_evidence_age,
  -- 1 when some of it is at most three years old
  max(CASE WHEN relation = 'supports' AND age <= 3 THEN 1 ELSE 0 END) AS has_recent_support,
  max(CASE WHEN relation = 'refutes' AND age <= 3 THEN 1 ELSE 0 END) AS has_recent_refutation
FROM dated
WHERE age IS NOT NULL
GROUP BY task_id, id, claim_text
