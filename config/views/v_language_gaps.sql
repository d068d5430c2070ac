-- purpose: Findings told in one language only, or told otherwise in another, where sources of both were looked for
WITH told AS (
  -- registers are read in the language of the question and have none of their own
  SELECT s.finding_id, s.relation, lower(substr(p.language, 1, 2)) AS language, count(DISTINCT s.origin) AS sources
  FROM finding_sources s
  JOIN pages p ON p.id = s.page_id
  WHERE p.language IS NOT NULL AND p.page_type NOT IN ('record', 'register')
  GROUP BY s.finding_id, s.relation, lower(substr(p.language, 1, 2))
),
questions AS (
  SELECT task_id, query FROM queries
  UNION ALL
  SELECT q.task_id, x.query FROM queries q JOIN query_expansions x ON x.query_id = q.id
),
asked AS (
  SELECT task_id, CASE WHEN query GLOB '*[ぁ-ヿ一-鿿]*' THEN 'ja' ELSE 'en' END AS language, count(*) AS queries
  FROM questions GROUP BY 1, 2
),
seen AS (
  SELECT q.task_id, lower(substr(p.language, 1, 2)) AS language, count(DISTINCT p.id) AS pages
  FROM queries q
  JOIN search_pages sp ON sp.query_id = q.id
  JOIN pages p ON p.id = sp.page_id
  WHERE p.language IS NOT NULL AND p.page_type NOT IN ('record', 'register')
  GROUP BY 1, 2
),
looked AS (
  SELECT l.task_id, l.language, coalesce(a.queries, 0) AS queries, coalesce(n.pages, 0) AS pages
  FROM (SELECT task_id, language FROM asked UNION SELECT task_id, language FROM seen) l
  LEFT JOIN asked a ON a.task_id = l.task_id AND a.language = l.language
  LEFT JOIN seen n ON n.task_id = l.task_id AND n.language = l.language
  WHERE l.language IN ('en', 'ja')
)
SELECT
  f.task_id,
  -- one_language: said in one, not found in the other; contradicting: said in one, denied in the other
  'one_language' AS gap,
  f.id AS finding_id,
  c.claim_text AS finding_text,
  f.verification_status,
  t.language,
  -- independent origins of this language
  t.sources,
  o.language AS other_language,
  -- how often the task asked in the other language, and how many of its pages it read
  o.queries AS queries_in_other,
  o.pages AS pages_in_other,
  NULL AS opposing_finding_id,
  NULL AS opposing_text
FROM findings f
JOIN claims c ON c.id = f.claim_id
JOIN told t ON t.finding_id = f.id AND t.relation = 'supports'
JOIN looked o ON o.task_id = f.task_id AND o.language <> t.language
WHERE (SELECT count(*) FROM told x WHERE x.finding_id = f.id) = 1
  AND (SELECT count(*) FROM told x JOIN finding_disputes d ON d.opposing_finding_id = x.finding_id
       WHERE d.finding_id = f.id AND x.relation = 'supports' AND x.language = o.language) = 0
UNION ALL
SELECT f.task_id, 'contradicting', f.id, c.claim_text, f.verification_status, t.language, t.sources, u.language,
  coalesce(o.queries, 0), coalesce(o.pages, 0), d.opposing_finding_id, oc.claim_text
FROM findings f
JOIN claims c ON c.id = f.claim_id
JOIN told t ON t.finding_id = f.id AND t.relation = 'supports'
JOIN finding_disputes d ON d.finding_id = f.id
JOIN findings g ON g.id = d.opposing_finding_id
JOIN claims oc ON oc.id = g.claim_id
JOIN told u ON u.finding_id = g.id AND u.relation = 'supports' AND u.language <> t.language
LEFT JOIN looked o ON o.task_id = f.task_id AND o.language = u.language
WHERE NOT EXISTS (SELECT 1 FROM told x WHERE x.finding_id = f.id AND x.relation = 'supports' AND x.language = u.language)
UNION ALL
SELECT f.task_id, 'contradicting', f.id, c.claim_text, f.verification_status, t.language, t.sources, u.language,
  coalesce(o.queries, 0), coalesce(o.pages, 0), NULL, NULL
FROM findings f
JOIN claims c ON c.id = f.claim_id
JOIN told t ON t.finding_id = f.id AND t.relation = 'supports'
JOIN told u ON u.finding_id = f.id AND u.relation = 'refutes' AND u.language <> t.language
LEFT JOIN looked o ON o.task_id = f.task_id AND o.language = u.language
WHERE NOT EXISTS (SELECT 1 FROM finding_disputes d WHERE d.finding_id = f.id)
  AND NOT EXISTS (SELECT 1 FROM told x WHERE x.finding_id = f.id AND x.relation = 'supports' AND x.language = u.language)
