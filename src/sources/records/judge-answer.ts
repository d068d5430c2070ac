import { isSuccess } from '../../domain/outcome.ts'
import type { NetResult } from '../../net/types.ts'
import { plainValue, valuesAt } from './answer-path.ts'
import type { Description } from './description.ts'
import type { RecordOutcome } from './types.ts'

export interface Refusal {
  readonly outcome: RecordOutcome
  readonly reason: string
}

const DENIED = [401, 403, 407]
const IS_HTML = /^\uFEFF?\s*(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i

/** Why the answer is none; null where it is one, or where that is still to be seen from its fields. */
export function refusalOf(description: Description, result: NetResult, keyGiven: boolean): Refusal | null {
  const said = 'reason' in result ? result.reason : 'no body'
  const { response, outcome } = result
  const status = response?.status ?? 0
  if (DENIED.includes(status)) return deniedKey(description, said, keyGiven)
  if (status === 429 || outcome === 'rate_limited') return { outcome: 'quota', reason: said }
  if (status === 503) return { outcome: 'maintenance', reason: said }
  if (!isSuccess(outcome) && outcome !== 'not_found') return { outcome, reason: said }
  if (response === undefined) return { outcome: outcome === 'not_found' ? outcome : 'empty', reason: said }
  return null
}

function deniedKey({ key, name }: Description, said: string, keyGiven: boolean): Refusal {
  if (key === undefined) return { outcome: 'blocked', reason: said }
  const advice = keyGiven ? `check ${key.environment}` : `a key in ${key.environment} may lift this (${key.get_one})`
  return { outcome: keyGiven ? 'bad_key' : 'no_key', reason: `${name} refused: ${said}; ${advice}` }
}

/** What the body itself says, with whatever status it came. */
export function refusalInBody(
  description: Description,
  body: string,
  tree: unknown,
  keyGiven: boolean,
): Refusal | null {
  for (const { path, is, text, outcome } of description.errors) {
    const told = path === undefined ? [] : valuesAt(tree, path).map(({ value }) => plainValue(value))
    const isMet =
      text === undefined
        ? told.some((value) => value !== null && (is === undefined || is.includes(value)))
        : body.slice(0, 20_000).includes(text)
    if (!isMet) continue
    if (outcome === 'bad_key') return deniedKey(description, 'its answer says so', keyGiven)
    return { outcome, reason: `${description.name} says ${path ?? 'so in words'} (${outcome})` }
  }
  if (tree !== undefined) return null
  return IS_HTML.test(body)
    ? { outcome: 'maintenance', reason: `${description.name} answered with a page for people instead of data` }
    : { outcome: 'parser_broken', reason: `${description.name} answered in a form that cannot be read` }
}

export function changedAnswer({ name }: Description, required: readonly string[], entries: number): Refusal {
  const what = entries === 0 ? 'its entries are not where they were' : `no entry has ${required.join(', ')}`
  return { outcome: 'parser_broken', reason: `${name} has changed its answer: ${what}` }
}
