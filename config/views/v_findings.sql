-- purpose: What was found: claims that say the same told once, what answers the question first (ORDER BY rank_score DESC)
SELECT
  f.task_id,
  f.id AS finding_id,
  c.claim_text AS finding_text,
  f.verification_status,
  round(f.confidence, 4) AS confidence,
  -- independent origins on each side: outlets that tell one study are one
  f.supporting_sources,
  f.refuting_sources,
  (SELECT count(*) FROM finding_claims m WHERE m.finding_id = f.id) AS claims,
  -- nearness to the question of the task; with confidence and origins it makes the rank
  round(f.relevance, 4) AS relevance,
  round(f.rank_score, 4) AS rank_score,
  -- ids of the findings that say otherwise, and of the claims that say it, separated by commas
  (SELECT group_concat(opposing_finding_id, ',') FROM (
    SELECT d.opposing_finding_id FROM finding_disputes d WHERE d.finding_id = f.id ORDER BY 1) AS opposing) AS in_dispute_with,
  (SELECT group_concat(claim_id, ',') FROM (
    SELECT m.claim_id FROM finding_claims m WHERE m.finding_id = f.id ORDER BY 1) AS said) AS claim_ids
FROM findings f
CROSS JOIN claims c ON c.id = f.claim_id
