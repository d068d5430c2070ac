-- purpose: Claims beside what their page names as its source, and what that source says of them
SELECT
  c.task_id,
  c.id AS claim_id,
  c.claim_text,
  told.url AS told_by,
  -- how the page names it: markup, source_line, attribution, citation (of a paper), standing (a link to a better source)
  s.cue,
  s.url AS named_url,
  -- null where nothing was read there; outcome says why
  source.url AS primary_source_url,
  source.title AS primary_source_title,
  s.outcome,
  -- supports, refutes or neutral: the surest stance of a passage of the source, or of another page of the same paper; null: it
  -- was not asked about the claim
  (SELECT e.relation FROM edges e
    CROSS JOIN fragments f ON f.id = e.source_id
    CROSS JOIN pages p ON p.id = f.page_id
    WHERE e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
      AND (p.id = source.id OR (p.work_id IS NOT NULL AND p.work_id = source.work_id))
    ORDER BY e.relation = 'neutral', e.nli_confidence DESC NULLS LAST, e.id LIMIT 1) AS source_says
FROM claims c
CROSS JOIN fragments f ON f.id = c.source_fragment_id
CROSS JOIN pages told ON told.id = f.page_id
CROSS JOIN primary_sources s ON s.page_id = told.id
  AND (s.fragment_id = f.id OR (s.cue <> 'standing' AND f.told_from IS NOT NULL))
LEFT JOIN pages source ON source.id = s.source_page_id
