-- purpose: What to review: verdicts, pairs, merges, claims and blocks, what a correction would change most first (WHERE task_id = '...' ORDER BY place)
SELECT
  r.task_id,
  r.place,
  r.kind,
  -- what feedback names: an edge (pair), a fragment (unjudged), a claim (merge, referent), a domain (block)
  r.target_id,
  r.claim_id,
  r.fragment_id,
  r.finding_id,
  r.sentence,
  r.claim_text,
  r.domain,
  r.verdict,
  round(r.probability, 4) AS probability,
  -- expected change of confidence and status: the probability of each other verdict times what it would change
  round(r.score, 4) AS score,
  r.changes,
  r.decides,
  json_array_length(r.copies) AS copies
FROM review_items r
