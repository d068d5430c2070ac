import { LyraError } from '../domain/errors.ts'

/**
 * What a question of an assistant may call. The database refuses what its user may not see or change; this keeps out
 * what every user of PostgreSQL may do and no question needs: locks, sleeping, settings, notices, files, catalogues.
 */
const FUNCTIONS = new Set(
  (
    'count sum avg min max round abs ceil ceiling floor power sqrt ln log exp sign mod trunc greatest least ' +
    'coalesce  nullif length char_length lower upper substr substring trim ltrim rtrim btrim replace position ' +
    'strpos  split_part left right concat concat_ws reverse initcap starts_with string_agg array_agg  json_agg ' +
    'jsonb_agg json_object_agg json_array_length jsonb_array_length json_array_elements jsonb_array_elements ' +
    'json_array_elements_text  jsonb_array_elements_text json_each jsonb_each json_each_text jsonb_each_text ' +
    'json_extract json_group_array  group_concat leading_integer unnest array_length cardinality date_trunc ' +
    'date_part extract to_char to_date  to_timestamp now age cast row_number rank dense_rank percent_rank ' +
    'ntile lag lead first_value last_value  percentile_cont percentile_disc mode stddev variance corr bool_and ' +
    'bool_or every regexp_replace regexp_match  to_json to_jsonb similarity numeric decimal varchar char'
  ).split(' '),
)
/** Words that stand before a bracket and call nothing. */
const WORDS = new Set(
  (
    'and or not in as on using exists any all some values select from where having by over partition filter within ' +
    'group when then else case distinct with materialized recursive union except intersect lateral join between like ' +
    'ilike is order limit offset array row'
  ).split(' '),
)

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\$\w*\$|\/\*|[^\s]/gu

/** Throws QUERY_REJECTED. */
export function requirePlainQuestion(sql: string): void {
  const tokens = [...sql.matchAll(TOKEN)].map(([token]) => token).filter((token) => !token.startsWith('--'))
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1] ?? ''
    const next = tokens[at + 1] ?? ''
    if (token === '/*') throw rejected('comments between /* and */ are not read; use --')
    if (/^\$\w*\$$/u.test(token)) throw rejected('write texts between single quotes')
    // E'..' and U&"..." write characters by escapes, which would hide a name.
    if (token.startsWith("'") && /^(?:e|u|b|x|n)$/iu.test(before))
      throw rejected('a text has no letter before its quote')
    if (token === '&' && /^u$/iu.test(before)) throw rejected('names are written as they are')
    if (token === ';' && at < tokens.length - 1) throw rejected('one statement at a time')
    const name = nameOf(token)
    if (name === null) continue
    if (/^(?:pg_|hub$|lyra_sql$|information_schema$)/u.test(name))
      throw rejected(`${name} is not part of the evidence: tables and views are in the schema lyra`)
    if (next === '(' && !WORDS.has(name) && !isAlias(tokens, at) && !FUNCTIONS.has(name))
      throw rejected(`the function ${name.slice(0, 60)} is not allowed here`)
  }
}

/** `AS found (a, b)`, `WITH found (a, b) AS (`, `), found (a, b) AS (`: names of columns follow, nothing is called. */
function isAlias(tokens: readonly string[], at: number): boolean {
  const before = (tokens[at - 1] ?? '').toLowerCase()
  if (before === 'as') return true
  const isNext = before === ',' && tokens[at - 2] === ')'
  if (before !== 'with' && before !== 'recursive' && !isNext) return false
  const end = tokens.indexOf(')', at)
  const inside = tokens.slice(at + 2, end)
  const areNames = inside.every((token) => token === ',' || nameOf(token) !== null)
  return areNames && (tokens[end + 1] ?? '').toLowerCase() === 'as' && tokens[end + 2] === '('
}

function nameOf(token: string): string | null {
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"').toLowerCase()
  return /^[A-Za-z_\u0080-\uffff]/u.test(token) ? token.toLowerCase() : null
}

function rejected(why: string): LyraError {
  return new LyraError('QUERY_REJECTED', `The question is not let in: ${why}`, {
    hint: 'One SELECT in the words of PostgreSQL; options.include_schema shows what can be read',
  })
}
