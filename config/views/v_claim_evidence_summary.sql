-- purpose: How much evidence each claim has, for and against
SELECT
  c.task_id,
  c.id AS claim_id,
  c.claim_text,
  count(CASE WHEN f.id IS NOT NULL AND e.relation = 'supports' THEN 1 END) AS support_count,
  count(CASE WHEN f.id IS NOT NULL AND e.relation = 'refutes' THEN 1 END) AS refute_count,
  count(CASE WHEN f.id IS NOT NULL AND e.relation = 'neutral' THEN 1 END) AS neutral_count,
  -- log-odds of weighed support and refutation, 0..1
  c.confidence AS bayesian_confidence,
  -- 1 when some fragments support and others refute it
  max(f.id IS NOT NULL AND e.relation = 'supports') AND max(f.id IS NOT NULL AND e.relation = 'refutes') AS is_controversial
FROM claims c
LEFT JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
LEFT JOIN fragments f ON f.id = e.source_id AND f.is_irrelevant = 0
GROUP BY c.task_id, c.id
