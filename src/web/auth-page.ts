import type { Hono } from 'hono'
import { answerQuestion } from '../api/answer-question.ts'
import type { UseCase } from '../api/define-use-case.ts'
import { type AuthItem, getAuthQueue } from '../api/get-auth-queue.ts'
import { listQuestions, type OpenQuestion } from '../api/list-questions.ts'
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
 * REQ 3.6.1 without a terminal: the questions of assistants, the sites that wait for a person, a link to each page, and
 * what became of it. The link opens in the person's own browser; Lyra does nothing there.
 */
export function mountAuthPage(app: Hono, lyra: Lyra): void {
  app.get('/auth', async (c) => {
    const [answer, { questions }] = await Promise.all([lyra.call(getAuthQueue, {}), lyra.call(listQuestions, {})])
    c.header('Content-Security-Policy', POLICY)
    c.header('Referrer-Policy', 'no-referrer')
    return c.html(authHtml('queue' in answer ? answer.queue : [], questions))
  })
  app.post('/auth/answer', async (c) => {
    const useCase: UseCase = answerQuestion
    try {
      await lyra.call(useCase, { ...(await c.req.parseBody()), channel: 'dashboard' })
    } catch (error) {
      // Answered meanwhile, or its time is over.
      if (!(error instanceof LyraError) || error.code !== 'NOT_FOUND') throw error
    }
    return c.redirect('/auth', 303)
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

export function authHtml(items: readonly AuthItem[], questions: readonly OpenQuestion[] = []): string {
  const sites = [...Map.groupBy(items, (item) => item.domain)]
  const waiting = [...questions.map(question), ...sites.map(([domain, rows]) => site(domain, rows))]
  const body = waiting.length === 0 ? '<p>Nothing waits for you.</p>' : waiting.join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lyra: what waits for you</title>
<style>
body{font:16px system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #8888;padding:.5rem 0}
button{margin-right:.5rem}
</style>
<h1>What waits for you</h1>${body}</html>`
}

function question({ question_id, prompt, choices }: OpenQuestion): string {
  const buttons = choices.map(
    (choice) => `<button name="answer" value="${escaped(choice)}">${escaped(choice)}</button>`,
  )
  const words = '<input name="answer" required maxlength="4000" size="40"> <button>Answer</button>'
  const field = `<input type="hidden" name="question_id" value="${escaped(question_id)}">`
  return `<section><h2>A question</h2><p>${escaped(prompt)}</p>
<form method="post" action="/auth/answer">${field}${choices.length === 0 ? words : buttons.join('')}</form></section>`
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
