-- purpose: When what happened to a claim, a record of a public source, or a person or organisation in one (WHERE subject_id = ..., ORDER BY at)
WITH dated AS NOT MATERIALIZED (
  SELECT q.task_id, r.id, r.page_id, r.title, r.kind, r.source, r.entities, r.warc_file, r.warc_record_id,
    a.name AS event, a.value AS at
  FROM queries q
  CROSS JOIN search_pages sp ON sp.query_id = q.id
  CROSS JOIN records r ON r.page_id = sp.page_id
  CROSS JOIN record_attributes a ON a.record_id = r.id AND a.value GLOB '[12][0-9][0-9][0-9]-[01][0-9]*'
    AND length(a.value) <= 10
)
SELECT
  c.task_id,
  'claim' AS subject_type,
  -- a claim or record by its id, an entity by its name
  c.id AS subject_id,
  c.claim_text AS subject,
  -- a date as the source gives it, or a time
  p.published_at AS at,
  -- published, found, supports, refutes, no_longer_said, said_until; of a record the name of its attribute
  'published' AS event,
  p.domain AS detail,
  p.id AS page_id,
  coalesce(f.warc_file, p.warc_file) AS warc_file,
  coalesce(f.warc_record_id, p.warc_record_id) AS warc_record_id
FROM claims c
CROSS JOIN fragments f ON f.id = c.source_fragment_id
CROSS JOIN pages p ON p.id = f.page_id
WHERE p.published_at IS NOT NULL
UNION ALL
SELECT c.task_id, 'claim', c.id, c.claim_text, c.created_at, 'found', p.domain, p.id,
  coalesce(f.warc_file, p.warc_file), coalesce(f.warc_record_id, p.warc_record_id)
FROM claims c
CROSS JOIN fragments f ON f.id = c.source_fragment_id
CROSS JOIN pages p ON p.id = f.page_id
UNION ALL
SELECT c.task_id, 'claim', c.id, c.claim_text, f.superseded_at, 'no_longer_said', p.domain, p.id,
  coalesce(f.warc_file, p.warc_file), coalesce(f.warc_record_id, p.warc_record_id)
FROM claims c
CROSS JOIN fragments f ON f.id = c.source_fragment_id
CROSS JOIN pages p ON p.id = f.page_id
WHERE f.superseded_at IS NOT NULL
UNION ALL
SELECT c.task_id, 'claim', c.id, c.claim_text, coalesce(p.published_at, e.created_at), e.relation, p.domain, p.id,
  coalesce(f.warc_file, p.warc_file), coalesce(f.warc_record_id, p.warc_record_id)
FROM claims c
CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  AND e.counted = 1 AND e.relation IN ('supports', 'refutes')
CROSS JOIN fragments f ON f.id = e.source_id AND f.id <> c.source_fragment_id
CROSS JOIN pages p ON p.id = f.page_id
UNION ALL
SELECT c.task_id, 'claim', c.id, c.claim_text, s.said_until, 'said_until', s.was, s.page_id, s.warc_file, s.warc_record_id
FROM claims c
CROSS JOIN fragments f ON f.id = c.source_fragment_id
CROSS JOIN page_statements s ON s.page_id = f.page_id AND s.claim_id = c.id
UNION ALL
SELECT DISTINCT task_id, 'record', id, title, at, event, source, page_id, warc_file, warc_record_id
FROM dated
UNION ALL
SELECT DISTINCT d.task_id, 'entity', named.value ->> 'name', named.value ->> 'name', d.at,
  d.event, d.source || ': ' || d.title || ' (' || (named.value ->> 'role') || ')', d.page_id, d.warc_file, d.warc_record_id
FROM dated d
CROSS JOIN json_each(d.entities) named
