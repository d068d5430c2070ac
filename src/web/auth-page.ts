import type { Hono } from 'hono'
import type { UseCase } from '../api/define-use-case.ts'
import { type AuthItem, getAuthQueue } from '../api/get-auth-queue.ts'
import { type ResolveAuthInput, resolveAuth } from '../api/resolve-auth.ts'
import type { Lyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'

const ENDS: Readonly<Record<ResolveAuthInput['data']['status'], string>> = {
  resolved: 'Done',
  skipped: 'Skip this site',
  failed: 'It failed',
}

/** No script, nothing loaded from anywhere, forms to this server only. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * REQ 3.6.1 without a terminal: the sites that wait for a person, a link to each page, and what became of it. The link
 * opens in the person's own browser; Lyra does nothing there.
 */
export function mountAuthPage(app: Hono, lyra: Lyra): void {
  app.get('/auth', async (c) => {
    const answer = await lyra.call(getAuthQueue, {})
    c.header('Content-Security-Policy', POLICY)
    c.header('Referrer-Policy', 'no-referrer')
    return c.html(authHtml('queue' in answer ? answer.queue : []))
  })
  app.post('/auth', async (c) => {
    // What a form sends is for the contract to check, as what an MCP client sends is.
    const useCase: UseCase = resolveAuth
    try {
      await lyra.call(useCase, { target: 'domain', data: await c.req.parseBody() })
    } catch (error) {
      // Settled meanwhile, in another window: the list shows what is left.
      if (!(error instanceof LyraError) || error.code !== 'NOT_FOUND') throw error
    }
    return c.redirect('/auth', 303)
  })
}

export function authHtml(items: readonly AuthItem[]): string {
  const sites = [...Map.groupBy(items, (item) => item.domain)]
  const body =
    sites.length === 0 ? '<p>Nothing waits for you.</p>' : sites.map(([domain, rows]) => site(domain, rows)).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lyra: pages that wait for you</title>
<style>
body{font:16px system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #8888;padding:.5rem 0}
button{margin-right:.5rem}
</style>
<h1>Pages that wait for you</h1>${body}</html>`
}

function site(domain: string, rows: readonly AuthItem[]): string {
  const pages = rows.map((row) => {
    const link = `<a href="${escaped(row.url)}" target="_blank" rel="noopener noreferrer">${escaped(row.url)}</a>`
    return `<li>${link} (${escaped(row.type)}, ${row.priority})</li>`
  })
  const buttons = Object.entries(ENDS).map(
    ([status, label]) => `<button name="status" value="${status}">${label}</button>`,
  )
  const field = `<input type="hidden" name="domain" value="${escaped(domain)}">`
  return `<section><h2>${escaped(domain)}</h2><ul>${pages.join('')}</ul>
<form method="post" action="/auth">${field}${buttons.join('')}</form></section>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
