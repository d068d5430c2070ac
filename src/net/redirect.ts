import { withoutCredentials } from './headers.ts'
import type { NetRequest } from './types.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The request a redirect asks for; null when the answer is none. */
export function redirectOf(
  hop: NetRequest,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): NetRequest | null {
  const { location } = answer.headers
  if (!REDIRECTS.has(answer.status) || location === undefined) return null
  const target = URL.parse(location, hop.url)
  if (target === null) return null
  target.hash = ''
  // A server that leads on repeats the parameters it was sent: the key among them is added again when it is sent.
  if (hop.credential?.in === 'query') target.searchParams.delete(hop.credential.name)
  const url = target.href
  const headers = lowerCase(hop.headers ?? {})
  const isSameOrigin = target.origin === new URL(hop.url).origin
  const kept = isSameOrigin ? headers : withoutCredentials(headers)
  const { body, method, credential, ...unkeyed } = hop
  const rest = credential !== undefined && isSameOrigin ? { ...unkeyed, credential } : unkeyed
  const repeat = answer.status === 307 || answer.status === 308
  if (method === 'POST' && repeat)
    return { ...rest, method, ...(body === undefined ? {} : { body }), headers: kept, url }
  return { ...rest, headers: kept, url }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
