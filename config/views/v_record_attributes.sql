-- purpose: Every value that a public source told, with the archived answer and the place in it where it stands
SELECT
  q.task_id,
  r.source,
  r.kind,
  r.title,
  p.url,
  a.name,
  a.value,
  r.is_primary,
  r.published_at,
  r.licence,
  a.path,
  r.warc_file,
  r.warc_record_id,
  r.page_id
FROM record_attributes a
JOIN records r ON r.id = a.record_id
JOIN pages p ON p.id = r.page_id
LEFT JOIN (
  SELECT DISTINCT q.task_id, sp.page_id FROM queries q JOIN search_pages sp ON sp.query_id = q.id
) q ON q.page_id = r.page_id
