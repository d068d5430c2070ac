import type { UseCase } from '../../../api/define-use-case.ts'
import { getSchema } from '../../../api/get-schema.ts'
import { listViews } from '../../../api/list-views.ts'
import { type QueryAnswer, queryGraph } from '../../../api/query-graph.ts'
import { deleteQuery, listSavedQueries, type SavedQuery, saveQuery } from '../../../api/saved-queries.ts'
import type { Lyra } from '../../../app/lyra.ts'
import { csv } from '../../../domain/csv.ts'
import { LyraError } from '../../../domain/errors.ts'
import { fromOf, table } from '../elements.ts'
import { type Html, html, NOTHING, path } from '../html.ts'
import type { Action, Page, PageRequest } from '../page.ts'

const ROWS_A_PAGE = 100
/** Rows that one CSV file may hold; it says so where there are more. */
const MOST_CSV_ROWS = 20_000

/** SQL over the graph and its views. The query stands in the address, so that a link is a query. */
export const queryPage: Page = {
  path: '/query',
  tab: 'query',
  show: async (request) => {
    const { lyra, say, query } = request
    const sql = query('sql')
    const from = fromOf(query('from'))
    const [{ views }, { queries }, { tables }, shown] = await Promise.all([
      lyra.call(listViews, {}),
      lyra.call(listSavedQueries, {}),
      lyra.call(getSchema, {}),
      sql.trim() === '' ? NOTHING : answerTo(request, sql, from),
    ])
    const ready = views.map(
      ({ name, purpose }) =>
        html`<li><a href="${path('/query', { sql: `SELECT * FROM ${name}` })}"><code>${name}</code></a>
<span class="hint">${purpose}</span></li>`,
    )
    const columns = tables.map(
      ({ name, columns: own }) => html`<li><code>${name}</code> <span class="hint">${own.join(', ')}</span></li>`,
    )
    const main = html`<h1>${say('query.title')}</h1>
<p class="lead">${say('query.lead')}</p>
<form method="get" action="/query"><label for="sql">${say('query.sql')}</label>
<textarea class="sql" id="sql" name="sql" rows="6" spellcheck="false" required>${sql}</textarea>
<p class="row"><button class="main">${say('query.run')}</button> <span
class="hint"><kbd>Ctrl</kbd>+<kbd>Enter</kbd></span></p></form>
${shown}
${saving(request, sql)}
<div class="columns"><section><h2>${say('query.saved')}</h2>${savedList(request, queries)}</section>
<section><h2>${say('query.views')}</h2><ul>${ready}</ul></section></div>
<details><summary>${say('query.schema')}</summary><ul>${columns}</ul></details>`
    return { title: say('query.title'), main, scripts: ['query.js'] }
  },
}

async function answerTo(request: PageRequest, sql: string, from: number): Promise<Html> {
  const { lyra, say } = request
  try {
    const answer = await lyra.call(queryGraph, { sql, options: { limit: ROWS_A_PAGE, offset: from } })
    return resultTable(request, answer, sql, from)
  } catch (error) {
    if (!(error instanceof LyraError)) throw error
    return html`<div class="problem" role="alert"><p>${error.message}</p>${
      error.hint === '' ? NOTHING : html`<p>${error.hint}</p>`
    }<p>${say('query.error_next')}</p></div>`
  }
}

function resultTable({ say }: PageRequest, answer: QueryAnswer, sql: string, from: number): Html {
  const rows = answer.rows.map((row) => html`<tr>${answer.columns.map((column) => cell(row[column] ?? null))}</tr>`)
  const next = answer.next_offset
  return html`<section aria-label="${say('query.result')}"><p
class="row"><span>${say('query.rows', { count: answer.row_count, ms: Math.round(answer.elapsed_ms) })}</span>
<a class="button" href="${path('/query.csv', { sql })}">CSV</a>
${
  from === 0
    ? NOTHING
    : html`<a class="button" rel="prev"
href="${path('/query', { sql, from: Math.max(0, from - ROWS_A_PAGE) })}">${say('pager.before')}</a>`
}
${
  next === undefined
    ? NOTHING
    : html`<a class="button" rel="next"
href="${path('/query', { sql, from: next })}">${say('pager.after')}</a>`
}</p>
${
  answer.rows.length === 0 ? html`<p>${say('query.no_rows')}</p>` : table(say('query.result'), answer.columns, rows)
}</section>`
}

/** Ids lead to what they name. */
function cell(value: string | number | null): Html {
  if (value === null) return html`<td class="hint">–</td>`
  if (typeof value === 'number') return html`<td class="number">${value}</td>`
  const [, kind] = /^(task|claim|page)_[0-9a-f]{16}$/.exec(value) ?? []
  const href = kind === 'task' ? `/tasks/${value}` : kind === 'claim' ? `/claims/${value}` : `/archive/page/${value}`
  return kind === undefined ? html`<td>${value}</td>` : html`<td><a href="${href}"><code>${value}</code></a></td>`
}

function saving({ say, formToken }: PageRequest, sql: string): Html {
  if (sql.trim() === '') return NOTHING
  return html`<form method="post" action="/query/save" class="row">${formToken}<input type="hidden" name="sql"
value="${sql}"><label>${say('query.name')} <input name="name" required maxlength="80"></label>
<button>${say('query.save')}</button></form>`
}

function savedList({ say, formToken }: PageRequest, queries: readonly SavedQuery[]): Html {
  if (queries.length === 0) return html`<p class="hint">${say('query.none_saved')}</p>`
  return html`<ul>${queries.map(
    ({ name, sql }) =>
      html`<li><a href="${path('/query', { sql })}">${name}</a> <form method="post" action="/query/delete"
class="inline">${formToken}<input type="hidden" name="name" value="${name}"><button class="small"
aria-label="${say('query.delete_one', { name })}">${say('query.delete')}</button></form></li>`,
  )}</ul>`
}

export const csvPage: Page = {
  path: '/query.csv',
  tab: 'query',
  show: async ({ lyra, query }) => {
    const { columns, rows, complete } = await everyRow(lyra, query('sql'))
    return new Response(csv(columns, rows), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="lyra-query${complete ? '' : `-first-${MOST_CSV_ROWS}`}.csv"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  },
}

async function everyRow(lyra: Lyra, sql: string) {
  const rows: QueryAnswer['rows'][number][] = []
  let columns: readonly string[] = []
  let offset: number | undefined = 0
  while (offset !== undefined && rows.length < MOST_CSV_ROWS) {
    const page: QueryAnswer = await lyra.call(queryGraph, { sql, options: { limit: 200, offset, whole: true } })
    rows.push(...page.rows)
    columns = page.columns
    offset = page.next_offset
  }
  return { columns, rows: rows.slice(0, MOST_CSV_ROWS), complete: offset === undefined }
}

export const saveQueryAction: Action = {
  path: '/query/save',
  act: async ({ lyra }, fields) => {
    const useCase: UseCase = saveQuery
    await lyra.call(useCase, fields)
    return path('/query', { sql: fields.sql })
  },
}

export const deleteQueryAction: Action = {
  path: '/query/delete',
  act: async ({ lyra }, fields) => {
    const useCase: UseCase = deleteQuery
    await lyra.call(useCase, fields)
    return '/query'
  },
}
