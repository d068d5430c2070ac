import { getSettings } from '../../../api/get-settings.ts'
import { table } from '../elements.ts'
import { html, NOTHING } from '../html.ts'
import type { Page } from '../page.ts'

/** Settings and models as they are; they are changed in the file, the environment or by `--set`. */
export const settingsPage: Page = {
  path: '/settings',
  tab: 'settings',
  show: async ({ lyra, say, version, formToken }) => {
    const { home, replay, settings, models } = await lyra.call(getSettings, {})
    const groups = Map.groupBy(settings, ({ path }) => (path.includes('.') ? (path.split('.')[0] ?? '') : ''))
    const heads = ['name', 'value', 'about'] as const
    const tables = [...groups].map(([group, list]) => {
      const rows = list.map(
        (one) => html`<tr id="${one.path}"${
          one.changed ? html` class="changed"` : NOTHING
        }><td><code>${one.path}</code></td>
<td><code>${one.value === '' ? '–' : one.value}</code>${
          one.changed
            ? html` <span
class="badge">${say('settings.changed')}</span>`
            : NOTHING
        }</td><td>${one.about}</td></tr>`,
      )
      const name = group === '' ? say('settings.general') : group
      return html`<details${list.some(({ changed }) => changed) ? html` open` : NOTHING}><summary>${name} <span
class="count">${list.length}</span></summary>${table(
        name,
        heads.map((head) => say(`settings.${head}`)),
        rows,
      )}</details>`
    })
    const modelRows = models.map(
      (one) =>
        html`<tr><td>${say.value('model', one.use)}</td><td>${one.name}</td>
<td>${one.ready ? say('settings.ready') : (one.problem ?? '')}</td></tr>`,
    )
    const main = html`<h1>${say('settings.title')}</h1>
<p class="lead">${say('settings.lead')}</p>
<dl class="facts"><dt>LYRA_HOME</dt><dd><code>${home}</code></dd><dt>${say('settings.version')}</dt>
<dd>${version}</dd>${replay ? html`<dt>${say('settings.replay')}</dt><dd>${say('word.yes')}</dd>` : NOTHING}</dl>
<h2>${say('settings.models')}</h2>
${table(say('settings.models'), [say('settings.use'), say('settings.model'), say('settings.state')], modelRows)}
<h2>${say('settings.every')}</h2>${tables}
<form method="post" action="/sign-out" class="row">${formToken}<button>${say('settings.sign_out')}</button></form>`
    return { title: say('settings.title'), main }
  },
}
