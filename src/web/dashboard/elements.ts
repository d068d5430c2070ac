import { type Html, html, NOTHING, outsideHref, path } from './html.ts'
import type { Say } from './words/say.ts'

/** Nothing is there yet, and what to do so that something will be. */
export function emptyState(what: string, next: string | Html): Html {
  return html`<div class="empty"><p><strong>${what}</strong></p><p>${next}</p></div>`
}

/** An address from the web: shown as it is, a link where it is one, opened without a word to its server about us. */
export function outsideLink(url: string, words: string = url): Html {
  const href = outsideHref(url)
  if (href === null) return html`<span class="address">${words}</span>`
  return html`<a class="address" href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`
}

export function statusBadge(say: Say, status: string): Html {
  return html`<span class="badge status-${status}">${say.value('status', status)}</span>`
}

export function trustBadge(say: Say, level: string): Html {
  return html`<span class="badge trust-${level.toLowerCase()}">${say.value('trust', level)}</span>`
}

/** A share as a bar with its figure; the figure alone is read out. */
export function bar(say: Say, value: number, label: string): Html {
  const width = Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10
  return html`<span class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"
focusable="false"><rect class="bar-back" width="100" height="8"/><rect class="bar-fill" width="${width}" height="8"/>
</svg><span><span class="sr">${label} </span>${say.share(value)}</span></span>`
}

export interface Paging {
  readonly from: number
  readonly limit: number
  readonly total: number
  readonly base: string
  readonly query: Readonly<Record<string, string>>
}

export function pager(say: Say, { from, limit, total, base, query }: Paging): Html {
  if (total <= limit && from === 0) return NOTHING
  const to = (at: number) => path(base, { ...query, from: at === 0 ? '' : at })
  const before =
    from > 0
      ? html`<a class="button" rel="prev" href="${to(Math.max(0, from - limit))}">${say('pager.before')}</a>`
      : NOTHING
  const after =
    from + limit < total
      ? html`<a class="button" rel="next" href="${to(from + limit)}">${say('pager.after')}</a>`
      : NOTHING
  const shown = { first: Math.min(total, from + 1), last: Math.min(total, from + limit), total }
  return html`<nav class="pager row"
aria-label="${say('pager.label')}">${before}<span>${say('pager.shown', shown)}</span>${after}</nav>`
}

/** The number that a query field holds, 0 where it holds none. */
export function fromOf(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}

/** The head of a column of figures. */
export function figures(head: string): Html {
  return html`<span class="figures">${head}</span>`
}

/** A table in a box of its own that scrolls, by the keyboard too. */
export function table(caption: string, head: readonly (Html | string)[], rows: readonly Html[]): Html {
  const heads = head.map((cell) => html`<th scope="col">${cell}</th>`)
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="sr">${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`
}

/** Names with their counts, as `duckduckgo 12 · brave 3`. */
export function tally(
  say: Say,
  group: string,
  counts: readonly { readonly name: string; readonly count: number }[],
): string {
  return counts.map(({ name, count }) => `${say.value(group, name)} ${say.number(count)}`).join(' · ')
}
