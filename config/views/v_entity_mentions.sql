-- purpose: Every place where an entity is named: the passage or record, the claims taken from it, and the archived bytes
SELECT
  m.task_id,
  n.entity_id,
  e.kind,
  e.name,
  n.name AS spelling,
  -- first, same_name, short_form, same_page, record, correction
  n.joined_by,
  m.fragment_id,
  m.span_start,
  m.span_end,
  -- of a record: what it is there (subject, registrant ...)
  m.role,
  m.record_id,
  -- claims of the task from this passage, separated by commas
  (SELECT group_concat(c.id, ',') FROM claims c
    WHERE c.source_fragment_id = m.fragment_id AND c.task_id = m.task_id) AS claim_ids,
  p.url,
  m.page_id,
  coalesce(r.warc_file, f.warc_file, p.warc_file) AS warc_file,
  coalesce(r.warc_record_id, f.warc_record_id, p.warc_record_id) AS warc_record_id
FROM entity_mentions m
JOIN entity_names n ON n.id = m.name_id
JOIN entities e ON e.id = n.entity_id
JOIN pages p ON p.id = m.page_id
LEFT JOIN fragments f ON f.id = m.fragment_id
LEFT JOIN records r ON r.id = m.record_id
