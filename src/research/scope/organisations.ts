import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse as parseHost } from 'tldts'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import type { Claimant } from '../../domain/search-scope.ts'
import { parseWebUrl, registrableDomain } from '../../domain/url.ts'

const organisationSchema = z.strictObject({
  name: z.string().min(1),
  aliases: z.array(z.string().min(1)).default([]),
  /** `acme.com`, or `github.com/acme` for a part of a host. */
  domains: z.array(z.string().regex(/^[\p{L}\p{N}.-]+(\/\S*)?$/u, 'must be a domain such as acme.com')).min(1),
})
const fileSchema = z.strictObject({ organisations: z.array(organisationSchema) })
export type Organisation = z.infer<typeof organisationSchema>

/** Those shipped, and the user's before them. */
export function loadOrganisations(shipped: string, own: string): readonly Organisation[] {
  return [...(existsSync(own) ? readOrganisations(own) : []), ...readOrganisations(shipped)]
}

function readOrganisations(path: string): readonly Organisation[] {
  let data: unknown
  try {
    data = parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `${basename(path)} cannot be read as YAML`, { cause })
  }
  const parsed = fileSchema.safeParse(data)
  if (parsed.success) return parsed.data.organisations
  const [issue] = parsed.error.issues
  throw new LyraError(
    'INVALID_CONFIG',
    `${basename(path)}: ${issue?.path.join('.') || 'organisations'}: ${issue?.message}`,
  )
}

/** A place that is the first label of a domain, whatever its suffix: `label:acme` is acme.com and acme.co.jp. */
const BY_LABEL = 'label:'

/**
 * The places of a claimant: of a domain its registrable domain, with those of the organisation it is known to belong
 * to; of a name what the tables say, else the domains that are called so.
 */
export function claimantOf(organisations: readonly Organisation[], given: string): Claimant {
  const name = given.normalize('NFKC').trim()
  const domain = domainIn(name)
  const key = nameKey(name)
  const known = organisations.filter(({ name: own, aliases, domains }) =>
    domain === null
      ? [own, ...aliases].some((one) => nameKey(one) === key)
      : domains.some((one) => registrableDomain(`https://${one}`) === domain && !one.includes('/')),
  )
  const listed = known.flatMap(({ domains }) => domains.map((one) => one.toLowerCase()))
  const called = domain === null ? labelsOf(name).map((label) => `${BY_LABEL}${label}`) : [domain]
  const places = [...new Set([...listed, ...called])]
  if (places.length > 0) return { name, places }
  throw new LyraError('INVALID_PARAMS', `exclude_own_pages_of: no domain is known of "${name.slice(0, 80)}"`, {
    hint: 'Name its domain, or add it to organisations.yaml in LYRA_HOME',
  })
}

function domainIn(text: string): string | null {
  const host = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/s, '')
  const { domain, isIcann } = parseHost(host, { allowPrivateDomains: true })
  // A name under no public suffix is a host of a private network, which exists in tests and in companies.
  if (domain !== null && isIcann === true) return domain
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(host) ? (registrableDomain(`https://${host}`) ?? host) : null
}

/** What a company is besides its name. */
const FORMS = multilineRegExp('giu')`
  \b(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|gmbh|ag|sa|kk|holdings?|group)\b\.?
  |株式会社|有限会社|\(株\)`

function nameKey(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().replace(FORMS, ' ')
  return plain.replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Names too short to be told from a word. */
const LEAST_LABEL = 3

function labelsOf(name: string): readonly string[] {
  const words =
    name
      .toLowerCase()
      .replace(FORMS, ' ')
      .match(/[a-z0-9]+/g) ?? []
  if (/[^\p{ASCII}]/u.test(name) || words.join('').length < LEAST_LABEL) return []
  return [...new Set([words.join(''), words.join('-')])]
}

/** The claimant whose own page this is; null for anybody else's. */
export function ownerOf(claimants: readonly Claimant[], url: string): Claimant | null {
  const parsed = parseWebUrl(url)
  if (parsed === null) return null
  const label = (registrableDomain(url) ?? '').split('.')[0] ?? ''
  return claimants.find(({ places }) => places.some((place) => isAt(place, parsed, label))) ?? null
}

function isAt(place: string, { hostname, pathname }: URL, label: string): boolean {
  if (place.startsWith(BY_LABEL)) return label === place.slice(BY_LABEL.length)
  const [host = '', ...path] = place.split('/')
  if (hostname !== host && !hostname.endsWith(`.${host}`)) return false
  const below = path.join('/').replace(/(?<!\/)\/+$/, '')
  return below === '' || pathname === `/${below}` || pathname.startsWith(`/${below}/`)
}
