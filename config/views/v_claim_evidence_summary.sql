-- purpose: How much evidence each claim has, for and against, as its confidence counts it
SELECT
  c.task_id,
  c.id AS claim_id,
  c.claim_text,
  count(CASE WHEN e.counted = 1 AND e.relation = 'supports' THEN 1 END) AS support_count,
  count(CASE WHEN e.counted = 1 AND e.relation = 'refutes' THEN 1 END) AS refute_count,
  count(CASE WHEN f.is_irrelevant = 0 AND e.relation = 'neutral' THEN 1 END) AS neutral_count,
  -- for or against it and not counted: repeated by one source, retracted, irrelevant, of a blocked domain
  count(CASE WHEN e.counted = 0 AND e.relation IN ('supports', 'refutes') THEN 1 END) AS uncounted_count,
  -- log-odds of weighed support and refutation, 0..1
  c.confidence AS bayesian_confidence,
  -- 1 when some fragments support and others refute it
  max(CASE WHEN e.counted = 1 AND e.relation = 'supports' THEN 1 ELSE 0 END)
    * max(CASE WHEN e.counted = 1 AND e.relation = 'refutes' THEN 1 ELSE 0 END) AS is_controversial
FROM claims c
LEFT JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
LEFT JOIN fragments f ON f.id = e.source_id
GROUP BY c.task_id, c.id
