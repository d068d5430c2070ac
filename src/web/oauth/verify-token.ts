import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

/** Who a token was made for, and what it allows. */
export interface TokenBearer {
  readonly issuer: string
  readonly subject: string
  readonly scopes: readonly string[]
}

export type Verified =
  | { readonly ok: true; readonly bearer: TokenBearer }
  /** One sentence, safe to show: nothing of the token stands in it. */
  | { readonly ok: false; readonly reason: string }

export interface TokenRule {
  readonly issuer: string
  /** The resource that the token must be made for (RFC 8707). */
  readonly audience: string
  /** The key of the issuer with this id; null: it has none. */
  readonly keyOf: (kid: string) => Promise<IssuerKey | null>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export const issuerKey = z.looseObject({
  kid: z.string().max(500),
  kty: z.string(),
  crv: z.string().optional(),
  alg: z.string().optional(),
  use: z.string().optional(),
})
export type IssuerKey = z.infer<typeof issuerKey>

/**
 * Signatures with public keys alone, each with the kind of key that it takes. A token names its method itself, so what
 * is not here is refused before a key is looked at: `none`, and HMAC with a public key as its secret.
 */
const METHODS = {
  RS256: { kty: 'RSA', hash: 'sha256' },
  RS384: { kty: 'RSA', hash: 'sha384' },
  RS512: { kty: 'RSA', hash: 'sha512' },
  PS256: { kty: 'RSA', hash: 'sha256' },
  ES256: { kty: 'EC', crv: 'P-256', hash: 'sha256' },
  ES384: { kty: 'EC', crv: 'P-384', hash: 'sha384' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', hash: null },
} as const satisfies Record<string, { readonly kty: string; readonly crv?: string; readonly hash: string | null }>
type Method = keyof typeof METHODS

const head = z.looseObject({
  alg: z.string(),
  kid: z.string().max(500),
  typ: z.string().optional(),
  crit: z.unknown().optional(),
})
const claims = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
  scope: z.string().max(4000).optional(),
  scp: z.array(z.string()).optional(),
})

const LONGEST_TOKEN = 16_384
/** The clocks of two machines differ. */
const LEEWAY_SECONDS = 30
const SMALLEST_RSA_BITS = 2048

/** A JSON Web Token of the issuer for this resource (RFC 9068, RFC 8725): signature, issuer, audience and time. */
export async function verifyToken(token: string, rule: TokenRule): Promise<Verified> {
  if (token.length > LONGEST_TOKEN) return refused('The token is too long')
  const [first, second, third, ...more] = token.split('.')
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    return refused('The token is no JSON Web Token')
  const header = head.safeParse(decoded(first))
  if (!header.success) return refused('The head of the token cannot be read, or names no key')
  const { alg, kid, typ = 'JWT', crit } = header.data
  if (!isMethod(alg)) return refused('The token is signed in a way that is not accepted')
  if (crit !== undefined || !/^(?:application\/)?(?:at\+)?jwt$/iu.test(typ))
    return refused('The token is of another kind')
  const key = await rule.keyOf(kid).catch(() => 'away' as const)
  if (key === 'away') return refused('The keys of the issuer cannot be read at the moment')
  if (key === null) return refused('The issuer has no such key')
  const publicKey = keyFor(alg, key)
  if (publicKey === null) return refused('The key of the token is not for this kind of signature')
  if (!isSigned(alg, publicKey, `${first}.${second}`, third)) return refused('The signature of the token is wrong')
  return checkClaims(claims.safeParse(decoded(second)).data, rule)
}

function refused(reason: string): Verified {
  return { ok: false, reason }
}

function isMethod(alg: string): alg is Method {
  return Object.hasOwn(METHODS, alg)
}

function keyFor(alg: Method, jwk: IssuerKey): KeyObject | null {
  const method = METHODS[alg]
  const isOfKind = jwk.kty === method.kty && (!('crv' in method) || jwk.crv === method.crv)
  if (!isOfKind || (jwk.alg ?? alg) !== alg || (jwk.use ?? 'sig') !== 'sig') return null
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    const bits = key.asymmetricKeyDetails?.modulusLength
    return bits !== undefined && bits < SMALLEST_RSA_BITS ? null : key
  } catch {
    return null
  }
}

function isSigned(alg: Method, key: KeyObject, data: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  // Another writing of the same bytes would be another token with the same signature.
  if (bytes.toString('base64url') !== signature) return false
  const { hash } = METHODS[alg]
  // RSASSA-PSS: padding 6, salt as long as the hash; an elliptic curve's two numbers side by side.
  const form =
    alg === 'PS256'
      ? { padding: 6, saltLength: 32 }
      : alg.startsWith('ES')
        ? { dsaEncoding: 'ieee-p1363' as const }
        : {}
  try {
    return verify(hash, Buffer.from(data), { key, ...form }, bytes)
  } catch {
    return false
  }
}

function checkClaims(found: z.infer<typeof claims> | undefined, rule: TokenRule): Verified {
  if (found === undefined) return refused('The token does not say by whom, for whom and until when it is')
  const now = rule.now() / 1000
  if (found.iss !== rule.issuer) return refused('The token is of another issuer')
  if (!(Array.isArray(found.aud) ? found.aud : [found.aud]).includes(rule.audience))
    return refused('The token was made for another resource')
  if (found.exp <= now - LEEWAY_SECONDS) return refused('The token has expired')
  if (found.nbf !== undefined && found.nbf > now + LEEWAY_SECONDS) return refused('The token is not valid yet')
  const scopes = [...(found.scope?.split(' ') ?? []), ...(found.scp ?? [])].filter((scope) => scope !== '')
  return { ok: true, bearer: { issuer: found.iss, subject: found.sub, scopes } }
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
