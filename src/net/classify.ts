import type { ChallengeKind, Outcome } from '../domain/outcome.ts'
import { type Answer, detectChallenge } from './challenge.ts'
import { binaryKind } from './sniff.ts'
import type { Purpose } from './types.ts'

export type Judgement =
  | { readonly outcome: 'ok' }
  | {
      readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>
      readonly reason: string
      readonly challenge?: ChallengeKind
    }

const UNREADABLE_TYPE = /^(image|video|audio|font|model)\/|^application\/(zip|x-|vnd\.(ms|openxml|rar)|gzip|java|wasm)/i
const READABLE_ANYWAY = /xml|xhtml|javascript/i

/** What an answer means. Challenges are looked for only where people would read: pages and result pages. */
export function classify(answer: Answer, purpose: Purpose): Judgement {
  const read = purpose === 'page' || purpose === 'serp'
  const challenge = read ? detectChallenge(answer) : null
  if (challenge !== null && (challenge.outcome === 'captcha' || purpose === 'page' || answer.status >= 400)) {
    return { outcome: challenge.outcome, reason: challenge.reason, challenge: challenge.kind }
  }
  const failed = ofStatus(answer.status)
  if (failed !== null) return { outcome: failed, reason: `The server answered ${answer.status}` }
  const type = answer.headers['content-type'] ?? ''
  if (read && UNREADABLE_TYPE.test(type) && !READABLE_ANYWAY.test(type)) {
    return { outcome: 'unsupported_type', reason: `Content of type ${typeName(type)} is not read` }
  }
  return read ? ofBody(answer.body) : { outcome: 'ok' }
}

/** The reason is stored and shown: a server that writes sentences where its type belongs is not quoted. */
function typeName(contentType: string): string {
  const name = contentType.split(';', 1)[0]?.trim() ?? ''
  return name.length <= 80 && /^[\w.+-]+\/[\w.+-]+$/.test(name) ? name : 'an unknown type'
}

/** What the server calls the body does not make it one: nothing and binary data are no pages. */
function ofBody(body: Uint8Array): Judgement {
  if (body.length === 0) return { outcome: 'empty', reason: 'The server sent an empty body' }
  const binary = binaryKind(body)
  if (binary === null) return { outcome: 'ok' }
  return { outcome: 'unsupported_type', reason: `The body is ${binary}, not text` }
}

function ofStatus(status: number): Exclude<Outcome, 'ok' | 'not_modified'> | null {
  if (status >= 200 && status < 300) return null
  if (status === 429) return 'rate_limited'
  if (status === 410) return 'gone'
  if ([401, 402, 403, 406, 451].includes(status)) return 'blocked'
  if (status === 408) return 'timeout'
  if (status >= 400 && status < 500) return 'not_found'
  return status >= 300 && status < 400 ? 'redirect_loop' : 'server_error'
}
