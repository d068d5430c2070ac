import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { type IssuerKey, issuerKey } from './verify-token.ts'

const keySet = z.object({ keys: z.array(z.unknown()).max(200) })
const metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.string() })

/** Keys are asked for again after this long, so that one that was withdrawn does not stay. */
const KEPT_MS = 10 * 60_000
/** An id that is not known makes us look for new keys, so often at most: whoever invents ids asks nobody for us. */
const LOOK_AGAIN_MS = 30_000

export interface IssuerOptions {
  readonly issuer: string
  /** JWKS; empty: found by the metadata of the issuer. */
  readonly keysUrl: string
  readonly now: () => number
  /** The JSON at an address of the issuer's host; throws where there is none. */
  readonly fetchJson: (url: string) => Promise<unknown>
}

/** The public keys of an issuer, by id. */
export function issuerKeys(options: IssuerOptions): (kid: string) => Promise<IssuerKey | null> {
  const { now } = options
  let known: { readonly keys: ReadonlyMap<string, IssuerKey>; readonly at: number } | null = null
  let loading: Promise<void> | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  async function load(): Promise<void> {
    triedAt = now()
    const url = options.keysUrl === '' ? await keysUrlOf(options) : options.keysUrl
    const { keys } = keySet.parse(await options.fetchJson(url))
    const read = keys.flatMap((key) => issuerKey.safeParse(key).data ?? [])
    known = { keys: new Map(read.map((key) => [key.kid, key])), at: now() }
  }

  return async (kid) => {
    const isOld = known === null || now() - known.at > KEPT_MS
    const isUnknown = known?.keys.has(kid) !== true
    if ((isOld || isUnknown) && now() - triedAt > (known === null ? 1000 : LOOK_AGAIN_MS)) {
      loading ??= load().finally(() => {
        loading = null
      })
      await loading.catch((cause: unknown) => {
        // What is known stays good until it is old.
        if (known === null || now() - known.at > KEPT_MS)
          throw new LyraError('AUTH_REQUIRED', 'The keys of the issuer of tokens cannot be read', { cause })
      })
    }
    return known?.keys.get(kid) ?? null
  }
}

/** RFC 8414, OpenID Connect Discovery. The metadata must be of this issuer, and its keys on its host. */
async function keysUrlOf({ issuer, fetchJson }: IssuerOptions): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/u, '')
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  for (const place of places) {
    const found = metadata.safeParse(await fetchJson(place).catch(() => null))
    if (found.success && found.data.issuer === issuer) return found.data.jwks_uri
  }
  throw new Error(`${issuer} has no metadata`)
}
