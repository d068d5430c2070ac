import { getSources, type SourcePage, type SourceSite } from '../../../api/get-sources.ts'
import { emptyState, trustBadge } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { Page, PageRequest } from '../page.ts'
import { originalLink } from '../passage.ts'
import { trustForms } from '../trust-forms.ts'
import type { Say } from '../words/say.ts'

/** The sites of a task: how far they are trusted and why, what was read there, and what it was used for. */
export const sourcesPage: Page = {
  path: '/tasks/:id/sources',
  tab: 'sources',
  show: async (request) => {
    const { lyra, say, param } = request
    const taskId = param('id')
    const { sites, query, restore_via: restore } = await lyra.call(getSources, { task_id: taskId })
    const main = html`<h1>${say('sources.title')}</h1>
<p class="lead">${say('sources.lead')}</p>
${
  sites.length === 0
    ? emptyState(say('sources.none'), say('sources.none_next'))
    : sites.map((site) => siteCard(request, site, restore))
}`
    return { title: say('sources.title'), main, task: { id: taskId, query: query ?? '' } }
  },
}

/** The sites of the home whose trust was changed: by a block of Lyra's, or by the user. */
export const domainsPage: Page = {
  path: '/domains',
  tab: 'domains',
  show: async (request) => {
    const { lyra, say } = request
    const { sites, restore_via: restore } = await lyra.call(getSources, {})
    const main = html`<h1>${say('domains.title')}</h1>
<p class="lead">${say('domains.lead')}</p>
${
  sites.length === 0
    ? emptyState(say('domains.none'), say('domains.none_next'))
    : sites.map((site) => siteCard(request, site, restore))
}`
    return { title: say('domains.title'), main }
  },
}

function siteCard(request: PageRequest, site: SourceSite, restore: string): Html {
  const { say } = request
  return html`<section class="card site" id="site-${site.domain}">
<h2>${site.domain} ${trustBadge(say, site.trust)}</h2>
<p class="hint">${trustWords(say, site)}</p>
${site.blocks.map((block) => blockNote(request, block))}
${trustForms(request, site)}
${site.is_blocked && site.trust_source !== 'override' ? undo(request, site, restore) : NOTHING}
${pages(request, site.pages)}</section>`
}

/** What gave the site its trust, and how much was read there. */
function trustWords(say: Say, site: SourceSite): string {
  const used = site.pages.reduce((sum, page) => sum + page.supports + page.refutes, 0)
  const reason = site.override_reason ?? ''
  const entry = site.override_domain
  const above = entry === null || entry === site.domain ? '' : ` (${entry})`
  return [
    `${say.value('trust_source', site.trust_source)}${above}${reason === '' ? '' : `: ${reason}`}`,
    site.category ?? '',
    site.pages.length === 0 ? '' : say('sources.counts', { pages: site.pages.length, used }),
  ]
    .filter((one) => one !== '')
    .join(' · ')
}

function blockNote({ say }: PageRequest, block: SourceSite['blocks'][number]): Html {
  const span = say('sources.blocked_from', {
    at: say.date(block.blocked_at),
    until:
      block.lifted_at === null
        ? block.expires_at === null
          ? '…'
          : say.date(block.expires_at)
        : say.date(block.lifted_at),
  })
  const claims = block.evidence
    .filter((id) => id.startsWith('claim_'))
    .map((id) => html`<li><a href="/claims/${id}"><code>${id}</code></a></li>`)
  return html`<div class="${block.lifted_at === null ? 'problem' : 'notice'}"><p>${span}: ${block.reason}${
    block.lifted_reason === null ? NOTHING : html` — ${say('sources.lifted')}: ${block.lifted_reason}`
  }</p>${claims.length === 0 ? NOTHING : html`<p>${say('sources.rests_on')}</p><ul>${claims}</ul>`}</div>`
}

/** A block follows its evidence: corrected verdicts lift it; and the user's word stands above it. */
function undo({ say }: PageRequest, site: SourceSite, restore: string): Html {
  return html`<details><summary>${say('sources.undo')}</summary><p>${say('sources.undo_evidence')}</p>
<p>${say('sources.undo_override')} <code>${restore}</code></p>
<pre>user_overrides:
  - domain: ${site.domain}
    trust_level: UNVERIFIED
    reason: ${say('sources.your_reason')}</pre></details>`
}

function pages(request: PageRequest, list: readonly SourcePage[]): Html {
  if (list.length === 0) return NOTHING
  const { say } = request
  const items = [...list]
    .sort((a, b) => b.supports + b.refutes - a.supports - a.refutes)
    .map(
      (page) => html`<li id="${page.page_id}"><a
href="/archive/page/${encodeURIComponent(page.page_id)}">${page.title ?? page.url}</a>
<span class="hint">${[
        page.year === null ? null : String(page.year),
        say.value('route', page.route),
        page.retracted ? say('passage.retracted') : null,
        page.archived ? null : say('sources.not_archived'),
      ]
        .filter((one) => one !== null)
        .join(' · ')}</span>
<span class="uses"><span class="mark-for">+${page.supports}</span>
<span class="mark-against">−${page.refutes}</span></span>
${page.quality_reasons.length === 0 ? NOTHING : html`<br><span class="hint">${page.quality_reasons.join('; ')}</span>`}
<span class="hint">· ${originalLink(say, page.url)}</span></li>`,
    )
  return html`<ul class="pages">${items}</ul>`
}
