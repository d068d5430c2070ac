import { getEngines } from '../../../api/get-engines.ts'
import { table, tally } from '../elements.ts'
import { html, NOTHING } from '../html.ts'
import type { Page } from '../page.ts'

/** Engines, indexes and routes: who answers, who refuses, whose circuit is open. */
export const enginesPage: Page = {
  path: '/engines',
  tab: 'engines',
  show: async ({ lyra, say }) => {
    const { engines, sources, routes } = await lyra.call(getEngines, {})
    const share = (value: number | null) => (value === null ? '–' : say.share(value))
    const rows = engines.map(
      (
        one,
      ) => html`<tr id="engine-${one.engine}"><td>${one.engine}${one.listed ? NOTHING : html` <span class="hint">${say('engines.unlisted')}</span>`}</td>
<td><span class="badge circuit-${one.state ?? 'unused'}">${say.value('circuit', one.state ?? 'unused')}</span>${one.open_until === null || one.state !== 'open' ? NOTHING : html` <span class="hint">${say('engines.until', { at: say.time(one.open_until) })}</span>`}${one.ban_suspected ? html` <span class="hint">${say('engines.ban')}</span>` : NOTHING}</td>
<td class="number">${share(one.success_24h)}</td><td class="number">${share(one.captcha)}</td><td class="number">${share(one.http_errors)}</td>
<td class="number">${one.median_ms === null ? '–' : `${say.number(one.median_ms)} ms`}</td><td class="number">${say.number(one.weight, 2)}</td>
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
      heads.map((head) => say(`engines.${head}`)),
      rows,
    )}
<h2>${say('engines.routes')}</h2>
${routeRows.length === 0 ? html`<p class="hint">${say('engines.no_routes')}</p>` : table(say('engines.routes'), [say('engines.route'), say('engines.outcomes')], routeRows)}</div>
<h2>${say('engines.indexes')}</h2><p>${sources.join(' · ')}</p>
<p class="hint">${say('engines.doctor')} <code>lyra doctor</code></p>`
    return { title: say('engines.title'), main }
  },
}
