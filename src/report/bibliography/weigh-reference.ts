import type { ReferenceStatus } from '../../api/audit-bibliography.ts'
import { identifierKey, withdraws } from '../../domain/paper.ts'
import type { InGraph } from './look-up-reference.ts'
import type { FoundWork } from './page-work.ts'
import type { ReferenceItem } from './reference-item.ts'
import { type FollowedLink, isAlive, isDead } from './reference-link.ts'
import { type FieldMismatch, mismatches, pageTitleFits } from './same-work.ts'
import type { Told } from './told.ts'

export interface HeardReference {
  readonly item: ReferenceItem
  readonly known: InGraph
  /** Null where there was nothing to ask a source for, or none may be asked. */
  readonly told: Told | null
  readonly offline: boolean
  readonly followed: FollowedLink | null
}

export interface WeighedReference {
  readonly status: ReferenceStatus
  /** Everything that the entry leads to; the one that is meant first. */
  readonly works: readonly FoundWork[]
  readonly mismatches: readonly FieldMismatch[]
  readonly reasons: readonly string[]
}

/** What everybody says of an entry, and the worst that follows. */
export function weighReference(heard: HeardReference): WeighedReference {
  const { item, known, told, followed } = heard
  const works = [...known.works, ...(told?.works ?? [])]
  const denied = deniedOf(heard)
  // What an identifier leads to is the work that is cited; an address is only where it was read.
  const named = works.filter(({ by }) => by === 'identifier')
  const meant = named.length > 0 ? named : works
  const compared = meant.map((work) => ({ work, wrong: mismatches(item, work) }))
  // Sources differ in a year or a spelling: the entry is wrong only where no one has it as cited.
  const fitting = compared.find(({ wrong }) => wrong.length === 0)
  // A title alone leads also to works that only resemble it: what became of those is not said of the entry.
  const cited = works.filter((work) => work.by !== 'title' || mismatches(item, work).length === 0)
  const best = fitting ?? compared[0]
  const elsewhere = linkMismatch(item, followed) ?? addressMismatch(fitting?.work, compared)
  const beside = named.length > 0 ? denied.map((key) => unknownIdentifier(key)) : []
  const wrong = [...(fitting === undefined ? (best?.wrong ?? []) : []), ...beside]
  const counted = named.length === 0 && elsewhere !== null ? [...wrong, elsewhere] : wrong
  return {
    status: statusOf(heard, { works, cited, denied, isWrong: unique(counted).length > 0 }),
    works: best === undefined ? works : [best.work, ...works.filter((work) => work !== best.work)],
    mismatches: unique(counted),
    reasons: reasonsOf(heard, { works, elsewhere: named.length > 0 ? elsewhere : null, denied }),
  }
}

type Denied = Told['denied'][number]

/** An identifier of the entry that the graph knows is not unknown because nobody else has it. */
function deniedOf({ told, known, item }: HeardReference): readonly Denied[] {
  const there = new Set(
    known.works.flatMap(({ by, identifiers }) => (by === 'identifier' ? identifiers : [])).map(identifierKey),
  )
  const own = new Set(item.identifiers.map(identifierKey))
  return (told?.denied ?? []).filter((one) => own.has(identifierKey(one)) && !there.has(identifierKey(one)))
}

function unknownIdentifier({ type, value }: Denied): FieldMismatch {
  return { field: type, cited: value, found: 'no source knows it' }
}

interface Compared {
  readonly work: FoundWork
  readonly wrong: readonly FieldMismatch[]
}

/** The work of the title is there, and the page of the address is another one. */
function addressMismatch(fitting: FoundWork | undefined, compared: readonly Compared[]): FieldMismatch | null {
  if (fitting?.by !== 'title') return null
  const wrong = compared.flatMap(({ work, wrong }) => (work.by === 'address' ? wrong : []))
  return wrong.find(({ field }) => field === 'title') ?? null
}

function linkMismatch(item: ReferenceItem, followed: FollowedLink | null): FieldMismatch | null {
  if (followed === null || followed.title === null || !isAlive(followed)) return null
  if (item.title === null && isAddressAlone(item)) return null
  if (pageTitleFits(item, followed.title)) return null
  return { field: 'title', cited: item.title ?? item.raw, found: followed.title }
}

/** Nothing but an address can be no other work than what lies there. */
function isAddressAlone({ raw, url }: ReferenceItem): boolean {
  return url !== null && !/\p{L}/u.test(raw.replace(url, ''))
}

function unique(wrong: readonly FieldMismatch[]): readonly FieldMismatch[] {
  return [...new Map(wrong.map((one) => [`${one.field} ${one.found}`, one])).values()]
}

interface Weighed {
  readonly works: readonly FoundWork[]
  /** Those of them that the entry may be taken to mean. */
  readonly cited: readonly FoundWork[]
  readonly denied: readonly Denied[]
  readonly isWrong: boolean
}

/** The worst that is known of it. */
function statusOf(
  { item, told, followed }: HeardReference,
  { works, cited, denied, isWrong }: Weighed,
): ReferenceStatus {
  const updates = cited.flatMap((work) => work.updates)
  const named = works.some(({ by }) => by === 'identifier')
  if (cited.some(({ isRetracted }) => isRetracted) || updates.some(({ type }) => withdraws(type))) return 'retracted'
  if (denied.length > 0 && !named) return 'not found'
  if (isWrong) return 'another work'
  if (followed !== null && isDead(followed)) return 'dead link'
  if (updates.length > 0) return 'corrected'
  if (works.length > 0) return 'found'
  // A live address is the work cited only where it says so itself, or the entry says nothing else.
  if (followed !== null && isAlive(followed)) return isUntold(item, followed) ? 'unchecked' : 'found'
  if (told === null || item.identifiers.length > 0) return 'unchecked'
  return told.answered || told.reasons.length === 0 ? 'no identifier' : 'unchecked'
}

interface Explained {
  readonly works: readonly FoundWork[]
  readonly denied: readonly Denied[]
  /** The address leads to another page than the work that the identifier names. */
  readonly elsewhere: FieldMismatch | null
}

function reasonsOf(
  { item, known, told, followed, offline }: HeardReference,
  { works, denied, elsewhere }: Explained,
): readonly string[] {
  const hasNumber = item.identifiers.length > 0 || known.works.some(({ identifiers }) => identifiers.length > 0)
  const isOld = known.works.length > 0 && hasNumber && told?.answered !== true
  const retracted = works.filter(
    ({ isRetracted, updates }) => isRetracted || updates.some(({ type }) => withdraws(type)),
  )
  const reasons = [
    ...retracted.map(({ by, knownBy, title }) => `the work of its ${by} was retracted, by ${knownBy}: "${title}"`),
    ...works.flatMap((work) =>
      isOfTitle(work) ? [`gathered under its ${agreement(item, work)}, by no identifier`] : [],
    ),
    ...known.alike.map(alikeReason),
    ...denied.map((one) => `${identifierKey(one)}: no source knows it`),
    ...(offline && works.length === 0 ? ['offline: no source was asked'] : []),
    ...(isOld ? [`not asked again whether it was retracted${offline ? ': offline' : ', as no source answered'}`] : []),
    ...(elsewhere === null ? [] : [`its link leads to another page: "${elsewhere.found}"`]),
    ...(isUntold(item, followed) ? ['what its link leads to tells no title to compare'] : []),
    ...(told?.reasons ?? []),
  ]
  return [...new Set(reasons)]
}

const isOfTitle = ({ by, knownBy }: FoundWork) => by === 'title' && knownBy === 'graph'

/** What of an entry and a work of its title is the same. */
function agreement({ year, authors }: ReferenceItem, work: FoundWork): string {
  const hasYear = year !== null && work.year !== null
  const hasAuthor = authors.length > 0 && work.authors.length > 0
  if (hasYear && hasAuthor) return 'title, year and author'
  return `title${hasYear ? ' and year' : ''}${hasAuthor ? ' and author' : ''}`
}

function alikeReason({ title, year, why, isRetracted, updates }: InGraph['alike'][number]): string {
  const isGone = isRetracted || updates.some(({ type }) => withdraws(type))
  const facts = [...(year === null ? [] : [String(year)]), ...(isGone ? ['retracted'] : [])].join(', ')
  return `a gathered work${facts === '' ? '' : ` (${facts})`} is not taken for it, as ${why}: "${title}"`
}

/** A live page, and nothing by which to know that it is the one cited. */
function isUntold({ title }: ReferenceItem, followed: FollowedLink | null): boolean {
  return followed !== null && isAlive(followed) && followed.title === null && title !== null
}
