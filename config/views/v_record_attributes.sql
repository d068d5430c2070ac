-- purpose: Every value that a public source told a task, with the archived answer and the place in it where it stands
SELECT DISTINCT
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
FROM queries q
JOIN search_pages sp ON sp.query_id = q.id
JOIN records r ON r.page_id = sp.page_id
JOIN pages p ON p.id = r.page_id
JOIN record_attributes a ON a.record_id = r.id
