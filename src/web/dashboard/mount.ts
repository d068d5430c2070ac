import type { Context, Hono } from 'hono'
import { deleteCookie } from 'hono/cookie'
import { answerPage, answerProblem, type DashboardParts, formFields, pageRequest } from './answer.ts'
import { gate, hasSession, signIn } from './gate.ts'
import type { Action, Page } from './page.ts'
import { ACTIONS, PAGES } from './pages.ts'
import { problemView } from './problem.ts'
import { pathOfHere } from './sign-in.ts'

/** Mounts every page, action and asset; what has no session sees the sign-in page and nothing else. */
export function mountDashboard(app: Hono, parts: DashboardParts): void {
  app.get('/assets/:file', (c) => assetAnswer(c, parts))
  app.post('/sign-in', async (c) => {
    const { token = '', next = '' } = await formFields(c)
    return signIn(c, parts, token, next)
  })
  app.use(gate(parts))
  app.post('/sign-out', (c) => {
    deleteCookie(c, parts.sessions.cookieName, { path: '/' })
    return c.redirect('/', 303)
  })
  for (const page of parts.pages ?? PAGES) app.get(page.path, (c) => told(c, parts, () => show(c, parts, page)))
  for (const action of parts.actions ?? ACTIONS)
    app.post(action.path, (c) => told(c, parts, () => act(c, parts, action)))
  app.notFound((c) => {
    const view = problemView(pageRequest(c, parts), 'path')
    return answerPage(c, parts, view, { status: 404, signedIn: hasSession(c, parts) })
  })
}

async function told(c: Context, parts: DashboardParts, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    return answerProblem(c, parts, error)
  }
}

async function show(c: Context, parts: DashboardParts, { tab, show: shown }: Page): Promise<Response> {
  const view = await shown(pageRequest(c, parts))
  return view instanceof Response ? view : answerPage(c, parts, view, { tab })
}

/** CSRF: a browser sends the cookie whoever made the form; the token of the form only our pages know. */
async function act(c: Context, parts: DashboardParts, action: Action): Promise<Response> {
  const request = pageRequest(c, parts)
  const { form_token: token = '', ...fields } = await formFields(c)
  if (!parts.isProgram(c) && !parts.sessions.isFormToken(token))
    return answerPage(c, parts, problemView(request, 'form'), { status: 400 })
  const done = await action.act(request, fields)
  if (typeof done === 'string') return c.redirect(pathOfHere(done), 303)
  return done instanceof Response ? done : answerPage(c, parts, done)
}

function assetAnswer(c: Context, { assets }: DashboardParts): Response | Promise<Response> {
  const found = assets.read(c.req.path)
  if (found === null) return c.notFound()
  c.header('Content-Type', found.type)
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
  c.header('X-Content-Type-Options', 'nosniff')
  return c.body(found.bytes)
}
