import type { Credential } from '../../net/types.ts'
import { parseJson } from '../api-request.ts'
import type { SourceCall } from '../types.ts'
import type { Description } from './description.ts'
import type { RecordContext } from './types.ts'

export type Access =
  | { readonly ok: true; readonly credential: Credential | null }
  | { readonly ok: false; readonly outcome: 'no_key' | 'bad_key'; readonly reason: string }

/** How a request shows the user's key. A replay needs none: the archive knows the request without it. */
export function createAccess(
  description: Description,
  base: string,
  { gateway, unarchived, key }: RecordContext,
): (call: SourceCall) => Promise<Access> {
  const { key: wanted, name } = description
  let token: string | null = null
  return async (call) => {
    if (wanted === undefined || gateway.replaying) return { ok: true, credential: null }
    const given = key(wanted.environment)
    if (given === null) {
      if (!wanted.needed) return { ok: true, credential: null }
      const reason = `${name} needs a key in ${wanted.environment} (${wanted.get_one})`
      return { ok: false, outcome: 'no_key', reason }
    }
    if (wanted.in === 'basic') return { ok: true, credential: header(`Basic ${base64(`${given}:`)}`) }
    if (wanted.in !== 'oauth') {
      const { in: place, name: field, prefix } = wanted
      return { ok: true, credential: { in: place, name: field, value: `${prefix}${given}` } }
    }
    token ??= await fetchToken(unarchived, `${base}${wanted.token_path ?? ''}`, given, call)
    if (token !== null) return { ok: true, credential: header(`Bearer ${token}`) }
    return { ok: false, outcome: 'bad_key', reason: `${name} gave no token for the key in ${wanted.environment}` }
  }
}

function header(value: string): Credential {
  return { in: 'header', name: 'authorization', value }
}

/** RFC 6749 4.4: the pair of key and secret for a token. Neither is written anywhere. */
async function fetchToken(
  gateway: RecordContext['unarchived'],
  url: string,
  pair: string,
  { taskId, causeId, signal }: SourceCall,
): Promise<string | null> {
  const { response } = await gateway.fetch({
    ...{ url, method: 'POST', body: 'grant_type=client_credentials', purpose: 'api', taskId, causeId },
    credential: header(`Basic ${base64(pair)}`),
    ...(signal === undefined ? {} : { signal }),
  })
  if (response === undefined || response.status !== 200) return null
  const answer = parseJson(new TextDecoder().decode(response.body))
  if (typeof answer !== 'object' || answer === null || !('access_token' in answer)) return null
  return typeof answer.access_token === 'string' ? answer.access_token : null
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
