-- purpose: Claims on which fewer than two fragments take a side
SELECT
  c.task_id,
  c.id AS claim_id,
  c.claim_text,
  -- fragments that support or refute it; neutral ones do not count
  count(f.id) AS evidence_count,
  -- 1 at confidence 0.5, 0 at confidence 0 or 1
  round(1 - abs(2 * c.confidence - 1), 4) AS uncertainty
FROM claims c
LEFT JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  AND e.relation IN ('supports', 'refutes')
LEFT JOIN fragments f ON f.id = e.source_id AND f.is_irrelevant = 0
GROUP BY c.task_id, c.id
HAVING count(f.id) < 2
