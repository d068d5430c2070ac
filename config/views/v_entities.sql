-- purpose: What the evidence of a task names, under all its spellings: organisations, people, places, products, laws, identifiers (WHERE task_id = '...' ORDER BY mentions DESC)
SELECT
  e.task_id,
  e.id AS entity_id,
  e.kind,
  e.name,
  -- JSON list of all spellings
  (SELECT json_group_array(n.name) FROM entity_names n WHERE n.entity_id = e.id) AS names,
  -- from a record of Wikidata that the task fetched
  e.wikidata_id,
  e.mentions,
  e.pages,
  -- claims whose passage names it
  (SELECT count(DISTINCT c.id) FROM entity_names n JOIN entity_mentions m ON m.name_id = n.id
    JOIN claims c ON c.source_fragment_id = m.fragment_id AND c.task_id = e.task_id WHERE n.entity_id = e.id) AS claims,
  -- values of records about it: v_record_attributes has them
  (SELECT count(*) FROM entity_names n JOIN entity_mentions m ON m.name_id = n.id AND m.role = 'subject'
    JOIN record_attributes a ON a.record_id = m.record_id WHERE n.entity_id = e.id) AS attributes
FROM entities e
