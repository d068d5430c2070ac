-- purpose: What each step of a pivot (search with pivot_from) could ask of a public source, and how many records came
SELECT
  q.task_id,
  q.id AS search_id,
  json_extract(q.options, '$.pivot_from') AS pivot_from,
  s.position,
  -- officers, filings, domains, certificates, hosts, history, papers, posts...
  s.ask,
  s.source,
  s.by,
  -- what it was asked for; NULL: nothing found so far named one
  s.value,
  s.outcome,
  s.found,
  -- those of the very name, or looked up by a number
  s.same_name,
  s.reason
FROM queries q
JOIN pivot_steps s ON s.query_id = q.id
