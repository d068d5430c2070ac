-- purpose: Claims that some fragments support and others refute
SELECT
  c.task_id,
  c.id AS claim_id,
  c.claim_text,
  -- number of fragments on each side that the confidence counts, one for each source
  sum(e.relation = 'supports') AS supporting_fragments,
  sum(e.relation = 'refutes') AS refuting_fragments,
  -- weaker side / stronger side: 1 is an even dispute, near 0 a lone voice
  round(min(sum(e.relation = 'supports'), sum(e.relation = 'refutes')) * 1.0
    / max(sum(e.relation = 'supports'), sum(e.relation = 'refutes')), 4) AS controversy_score
FROM claims c
CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment' AND e.counted = 1
GROUP BY c.task_id, c.id
HAVING sum(e.relation = 'supports') > 0 AND sum(e.relation = 'refutes') > 0
