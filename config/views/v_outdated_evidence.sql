-- purpose: Claims whose newest dated evidence was more than three years old when the task began
SELECT
  c.task_id,
  c.id AS claim_id,
  c.claim_text,
  max(coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))) AS newest_evidence_year,
  -- counted to the year the task was created
  CAST(substr(t.created_at, 1, 4) AS INTEGER)
    - max(coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))) AS years_since_update
FROM claims c
CROSS JOIN tasks t ON t.id = c.task_id
CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  AND e.counted = 1
CROSS JOIN fragments f ON f.id = e.source_id
CROSS JOIN pages p ON p.id = f.page_id
GROUP BY c.task_id, c.id, t.created_at
HAVING CAST(substr(t.created_at, 1, 4) AS INTEGER)
  - max(coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0))) > 3
