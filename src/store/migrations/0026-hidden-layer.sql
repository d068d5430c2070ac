-- The hidden layer of the stance model that an adapter reads beside the signals; NULL: the signals alone.
ALTER TABLE adapters ADD COLUMN layer TEXT;

-- A correction of a pair that nobody had judged was kept under its passage; it belongs to the edge that it made.
UPDATE feedback SET target_id = e.id, payload = json_remove(payload, '$.claim_id')
FROM edges e
WHERE feedback.action = 'correct_nli' AND feedback.payload ->> 'claim_id' IS NOT NULL
  AND e.source_type = 'fragment' AND e.source_id = feedback.target_id
  AND e.target_type = 'claim' AND e.target_id = feedback.payload ->> 'claim_id'
  AND e.relation IN ('supports', 'refutes', 'neutral');
