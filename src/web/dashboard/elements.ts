import { type Html, html, outsideHref } from './html.ts'

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
