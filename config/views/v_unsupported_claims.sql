-- purpose: Claims for which fewer than two fragments count, for or against
SELECT
  c.task_id,
  c.id AS claim_id,
  c.claim_text,
  -- fragments that its confidence counts; neutral ones do not count
  count(e.id) AS evidence_count,
  -- 1 at confidence 0.5, 0 at confidence 0 or 1
  round(1 - abs(2 * c.confidence - 1), 4) AS uncertainty
FROM claims c
LEFT JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment' AND e.counted = 1
GROUP BY c.task_id, c.id
HAVING count(e.id) < 2
