import { type EnginesAnswer, getEngines } from '../../../api/get-engines.ts'
import { figures, table, tally } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { Page } from '../page.ts'
import type { Say } from '../words/say.ts'

/** Columns that hold words; the others hold figures. */
const TEXTS: ReadonlySet<string> = new Set(['engine', 'state', 'last'])

type Engine = EnginesAnswer['engines'][number]

function stateOf(say: Say, { state, open_until: until, ban_suspected: isBanned }: Engine): Html {
  const name = state ?? 'unused'
  const ends = state === 'open' && until !== null ? say('engines.until', { at: say.time(until) }) : ''
  const notes = [ends, isBanned ? say('engines.ban') : ''].filter((one) => one !== '').join(' · ')
  return html`<span class="badge circuit-${name}">${say.value('circuit', name)}</span>
<span class="hint">${notes}</span>`
}

/** Engines, indexes and routes: who answers, who refuses, whose circuit is open. */
export const enginesPage: Page = {
  path: '/engines',
  tab: 'engines',
  show: async ({ lyra, say }) => {
    const { engines, sources, routes } = await lyra.call(getEngines, {})
    const share = (value: number | null) => (value === null ? '–' : say.share(value))
    const rows = engines.map(
      (one) => html`<tr id="engine-${one.engine}"><td>${one.engine}${
        one.listed
          ? NOTHING
          : html` <span
class="hint">${say('engines.unlisted')}</span>`
      }</td>
<td>${stateOf(say, one)}</td>
<td class="number">${share(one.success_24h)}</td><td class="number">${share(one.captcha)}</td>
<td class="number">${share(one.http_errors)}</td>
<td class="number">${one.median_ms === null ? '–' : `${say.number(one.median_ms)} ms`}</td>
<td class="number">${say.number(one.weight, 2)}</td>
<td class="nowrap">${one.last_used_at === null ? '–' : say.time(one.last_used_at)}</td></tr>`,
    )
    const heads = ['engine', 'state', 'success', 'captcha', 'errors', 'median', 'weight', 'last'] as const
    const routeRows = routes.map(
      ({ route, outcomes }) =>
        html`<tr><td>${say.value('route', route)}</td><td>${tally(say, 'outcome', outcomes)}</td></tr>`,
    )
    const main = html`<h1>${say('engines.title')}</h1>
<p class="lead">${say('engines.lead')}</p>
<div id="engine-table" data-live>${table(
      say('engines.title'),
      heads.map((head) => (TEXTS.has(head) ? say(`engines.${head}`) : figures(say(`engines.${head}`)))),
      rows,
    )}
<h2>${say('engines.routes')}</h2>
${
  routeRows.length === 0
    ? html`<p class="hint">${say('engines.no_routes')}</p>`
    : table(say('engines.routes'), [say('engines.route'), say('engines.outcomes')], routeRows)
}</div>
<h2>${say('engines.indexes')}</h2><p>${sources.join(' · ')}</p>
<p class="hint">${say('engines.doctor')} <code>lyra doctor</code></p>`
    return { title: say('engines.title'), main }
  },
}
