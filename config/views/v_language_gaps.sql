-- purpose: Findings told in one language only, or told otherwise in another, where sources of both were looked for
WITH told AS NOT MATERIALIZED (
  -- registers are read in the language of the question and have none of their own
  SELECT f.task_id, f.id, f.claim_id, f.verification_status,
    (SELECT group_concat(DISTINCT lower(substr(p.language, 1, 2))) FROM finding_sources s CROSS JOIN pages p ON p.id = s.page_id
      WHERE s.finding_id = f.id AND s.relation = 'supports' AND p.page_type NOT IN ('record', 'register')) AS language,
    (SELECT group_concat(DISTINCT lower(substr(p.language, 1, 2))) FROM finding_sources s CROSS JOIN pages p ON p.id = s.page_id
      WHERE s.finding_id = f.id AND s.relation = 'refutes' AND p.page_type NOT IN ('record', 'register')) AS denied_in,
    (SELECT count(DISTINCT s.origin) FROM finding_sources s CROSS JOIN pages p ON p.id = s.page_id
      WHERE s.finding_id = f.id AND s.relation = 'supports' AND p.language IS NOT NULL
        AND p.page_type NOT IN ('record', 'register')) AS sources
  FROM findings f
),
gaps AS NOT MATERIALIZED (
  SELECT t.task_id, 'one_language' AS gap, t.id, t.claim_id, t.verification_status, t.language, t.sources,
    CASE t.language WHEN 'ja' THEN 'en' ELSE 'ja' END AS other_language, NULL AS opposing_id
  FROM told t
  WHERE length(t.language) = 2 AND coalesce(t.denied_in, t.language) = t.language
    AND NOT EXISTS (SELECT 1 FROM finding_disputes d CROSS JOIN finding_sources s ON s.finding_id = d.opposing_finding_id
      CROSS JOIN pages p ON p.id = s.page_id WHERE d.finding_id = t.id AND s.relation = 'supports'
        AND lower(substr(p.language, 1, 2)) <> t.language)
  UNION ALL
  SELECT t.task_id, 'contradicting', t.id, t.claim_id, t.verification_status, t.language, t.sources, u.language, u.id
  FROM told t
  CROSS JOIN finding_disputes d ON d.finding_id = t.id
  CROSS JOIN told u ON u.id = d.opposing_finding_id
  WHERE length(t.language) = 2 AND length(u.language) = 2 AND t.language <> u.language
  UNION ALL
  SELECT t.task_id, 'contradicting', t.id, t.claim_id, t.verification_status, t.language, t.sources, t.denied_in, NULL
  FROM told t
  WHERE length(t.language) = 2 AND length(t.denied_in) = 2 AND t.language <> t.denied_in
    AND NOT EXISTS (SELECT 1 FROM finding_disputes d WHERE d.finding_id = t.id)
),
looked AS NOT MATERIALIZED (
  SELECT g.*,
    (SELECT count(*) FROM queries q WHERE q.task_id = g.task_id
      AND (q.query GLOB '*[ぁ-ヿ一-鿿]*') = (g.other_language = 'ja'))
    + (SELECT count(*) FROM queries q CROSS JOIN query_expansions x ON x.query_id = q.id WHERE q.task_id = g.task_id
      AND (x.query GLOB '*[ぁ-ヿ一-鿿]*') = (g.other_language = 'ja')) AS queries_in_other,
    (SELECT count(DISTINCT p.id) FROM queries q CROSS JOIN search_pages sp ON sp.query_id = q.id
      CROSS JOIN pages p ON p.id = sp.page_id WHERE q.task_id = g.task_id
      AND lower(substr(p.language, 1, 2)) = g.other_language
      AND p.page_type NOT IN ('record', 'register')) AS pages_in_other
  FROM gaps g
)
SELECT
  l.task_id,
  -- one_language: said in one, not found in the other; contradicting: said in one, denied in the other
  l.gap,
  l.id AS finding_id,
  c.claim_text AS finding_text,
  l.verification_status,
  l.language,
  -- independent origins of this language
  l.sources,
  l.other_language,
  -- how often the task asked in the other language, and how many of its pages it read
  l.queries_in_other,
  l.pages_in_other,
  l.opposing_id AS opposing_finding_id,
  (SELECT o.claim_text FROM findings g CROSS JOIN claims o ON o.id = g.claim_id WHERE g.id = l.opposing_id) AS opposing_text
FROM looked l
CROSS JOIN claims c ON c.id = l.claim_id
WHERE l.queries_in_other + l.pages_in_other > 0
