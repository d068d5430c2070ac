import { type Html, html, NOTHING } from './html.ts'
import type { PageRequest, PageView } from './page.ts'

/** Only a path of this server: `//host` and `/\host` would lead elsewhere. */
export function pathOfHere(given: string): string {
  return /^\/(?![/\\])/.test(given) && URL.canParse(given, 'http://here.invalid') ? given : '/tasks'
}

export function signInView({ say }: PageRequest, next: string, refused: boolean): PageView {
  const main = html`<h1>${say('signin.title')}</h1>
${refused ? html`<p class="problem" role="alert">${say('signin.refused')}</p>` : NOTHING}
<p>${say('signin.how')}</p>
<form method="post" action="/sign-in" class="stack">
<input type="hidden" name="next" value="${pathOfHere(next)}">
<label>${say('signin.token')} <input type="password" name="token" required autocomplete="current-password"></label>
<p class="hint">${say('signin.where')} <code>LYRA_HOME/server-token</code></p>
<p><button>${say('signin.enter')}</button></p>
</form>`
  return { title: say('signin.title'), main }
}

/**
 * A page that goes on by itself. A link in another site's page brings no cookie that is SameSite=Strict, nor does a
 * redirect that follows it; a step from a page of ours does.
 */
export function stepView({ say }: PageRequest, to: string): { readonly title: string; readonly main: Html } {
  const next = pathOfHere(to)
  return {
    title: say('signin.going'),
    main: html`<meta http-equiv="refresh" content="0; url=${next}"><p><a href="${next}">${say('signin.going')}</a></p>`,
  }
}
