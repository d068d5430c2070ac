-- purpose: Fragment to claim to claim: a fragment supports a claim whose own source supports another claim
SELECT
  middle.task_id,
  first.source_id AS source_fragment_id,
  middle.id AS intermediate_claim_id,
  derived.id AS derived_claim_id,
  -- product of the two stance probabilities
  round(first.nli_confidence * second.nli_confidence, 4) AS chain_confidence
FROM claims middle
CROSS JOIN edges first ON first.target_type = 'claim' AND first.target_id = middle.id AND first.source_type = 'fragment'
  AND first.relation = 'supports' AND first.counted = 1 AND first.source_id <> middle.source_fragment_id
CROSS JOIN edges second ON second.source_type = 'fragment' AND second.source_id = middle.source_fragment_id
  AND second.target_type = 'claim' AND second.relation = 'supports' AND second.counted = 1
CROSS JOIN claims derived ON derived.id = second.target_id AND derived.id <> middle.id AND derived.task_id = middle.task_id
