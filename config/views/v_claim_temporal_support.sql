-- purpose: The years over which a claim is supported, and whether support holds throughout
WITH by_year AS (
  SELECT
    c.task_id,
    c.id AS claim_id,
    coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS year,
    sum(e.relation = 'supports') AS supports,
    sum(e.relation = 'refutes') AS refutes
  FROM claims c
  JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    AND e.relation IN ('supports', 'refutes')
  JOIN fragments f ON f.id = e.source_id AND f.is_irrelevant = 0
  JOIN pages p ON p.id = f.page_id
  WHERE coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) IS NOT NULL
  GROUP BY c.id, coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))
)
SELECT
  task_id,
  claim_id,
  -- of the supporting evidence
  min(CASE WHEN supports > 0 THEN year END) AS earliest_year,
  max(CASE WHEN supports > 0 THEN year END) AS latest_year,
  max(CASE WHEN supports > 0 THEN year END) - min(CASE WHEN supports > 0 THEN year END) AS year_span,
  -- of the years with any evidence, the share in which support outweighs refutation
  round(avg(supports > refutes), 4) AS temporal_consistency
FROM by_year
GROUP BY claim_id
HAVING sum(supports) > 0
