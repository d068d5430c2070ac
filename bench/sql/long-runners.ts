/** Queries that would run for very long, or take very much memory, if nothing stopped them. */
export const LONG_RUNNERS: Readonly<Record<string, string>> = {
  recursive_bomb: 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n',
  cross_join:
    'SELECT count(*) FROM claims a, claims b, claims c, claims d WHERE a.confidence + b.confidence + c.confidence + d.confidence < 0',
  // one opcode: no progress handler would interrupt it
  instr_megabytes: `SELECT instr(hex(zeroblob(900000)), hex(zeroblob(400000)) || 'x')`,
  sort_500_mb: `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 5000)
    SELECT max(y) FROM (SELECT hex(randomblob(50000)) || x AS y FROM n ORDER BY y)`,
  printf_padding: `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
    SELECT sum(length(printf('%.*c', 1900000, 'x'))) FROM n`,
  like_storm: `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
    SELECT count(*) FROM n WHERE hex(zeroblob(500000)) || x LIKE '%1%2%3%4%5%'`,
  json_growth: `WITH RECURSIVE n(j) AS (SELECT '[1]' UNION ALL SELECT json_array(json(j), json(j)) FROM n)
    SELECT max(length(j)) FROM n`,
}
