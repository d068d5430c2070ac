import type { ResolveAuthAnswer, ResolveAuthInput } from '../api/resolve-auth.ts'
import { readBrowserSession } from '../browser/attached-session.ts'
import { isLocalEndpoint } from '../guard/l1-network-isolation.ts'
import { domainOf, resolveAuth } from '../human/auth-queue.ts'
import type { Application } from './application.ts'

/**
 * REQ 3.6.1: what a person passed counts from now on. Its session is the one that was given, else what the person's
 * browser was seen sending, else what the attached Chrome holds for the site; an engine's circuit closes, and the
 * searches that waited are run again.
 */
export async function settleAuth(app: Application, input: ResolveAuthInput): Promise<ResolveAuthAnswer> {
  const { human, research, conductor, tabs, mode } = app
  const domain = domainSettled(app, input)
  const passed = input.data.status === 'resolved' && input.data.session_data === undefined
  const held = passed && domain !== null && tabs.session(domain) === null ? await sessionHeld(app, domain) : null
  const revisit = (searchIds: readonly string[]) => {
    // The engine first: the searches that waited for it ask it at once.
    if (domain !== null) research.webSearch.challengePassed?.(domain, human.ids.next('cause'))
    conductor.revisit(searchIds, mode !== 'cli')
  }
  return resolveAuth(human, input, revisit, (site) => tabs.session(site) ?? held)
}

function domainSettled({ human }: Application, { target, data }: ResolveAuthInput): string | null {
  if (target === 'domain') return domainOf(`https://${data.domain}/`)
  return human.store.people.auth.get(data.auth_id)?.domain ?? null
}

/** A browser that does not answer, or is not here (L1), costs the session, not the report. */
async function sessionHeld({ settings, human }: Application, domain: string) {
  const endpoint = settings.human.cdp_endpoint || settings.browser.cdp_endpoint
  if (!isLocalEndpoint(endpoint) || settings.replay !== '') return null
  try {
    return await readBrowserSession(endpoint, domain, READ_MS)
  } catch (error) {
    human.log.warn('auth.session_unread', { reason: error instanceof Error ? error.message : 'unknown' })
    return null
  }
}

/** A browser that runs answers at once. */
const READ_MS = 3000
