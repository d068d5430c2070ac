import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Identifier, Paper, PaperVersion } from '../domain/paper.ts'
import { normaliseIdentifiers } from './identifiers.ts'

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', '&': ' and ' },
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', κ: 'kappa', λ: 'lambda', μ: 'mu', ω: 'omega' },
}
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/** Put before an article's own title by its publisher; a notice has a title of its own. Read after folding. */
const WITHDRAWN_MARK =
  /^\s*(?:\[\s*(?:retracted|withdrawn)[^\]]*\]|(?:retracted|withdrawn)(?: article| paper)?\s*[:.\u2010-\u2015-])\s*/u

/** Case, width, accents of Latin letters and Greek letters spelled out; kana keep their marks. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
}

/** Letters and digits only: punctuation, case, width, markup and spaces differ from source to source. */
export function titleKey(title: string): string {
  return folded(title)
    .replace(/<\/?[a-z]{1,4}>/gu, '')
    .replace(WITHDRAWN_MARK, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Parts of a family name that stand before it: "van der Berg", "de la Cruz". */
const PARTICLES = new Set('van von der den de del della di da dos du la le el al bin ibn ter ten zu'.split(' '))

/** The family name of a Latin-script author; the characters of any other name, whichever part comes first. */
export function authorKey(name: string): string {
  const plain = folded(name)
    .replace(/(?<![,\s])[,\s]+(?:jr|sr|ii|iii)\.?$/u, '')
    .trim()
  if (!/\p{Script=Latin}/u.test(plain)) return [...plain.replace(/[^\p{L}\p{N}]+/gu, '')].sort().join('')
  if (plain.includes(',')) return titleKey(plain.split(',')[0] ?? plain)
  const words = plain.split(/\s+/u)
  // "Green JB": initials after the family name, as PubMed writes them.
  const initialsLast = words.length > 1 && /^\p{Lu}{1,3}$/u.test(name.trim().split(/\s+/u).at(-1) ?? '')
  const whole = initialsLast ? words.slice(0, -1) : words
  const particle = whole.findIndex((word, at) => at < whole.length - 1 && PARTICLES.has(word))
  return titleKey(whole.slice(particle === -1 ? -1 : particle).join(''))
}

/** Family name and first initial: enough to know one author again, spelled out or not. */
export function personKey(name: string): string {
  const family = authorKey(name)
  if (!/\p{Script=Latin}/u.test(family)) return family
  const given = folded(name).includes(',') ? (name.split(',')[1] ?? '') : name
  const words = folded(given)
    .split(/[\s.]+/u)
    .filter((word) => word !== '' && titleKey(word) !== family)
  return `${family} ${words[0]?.[0] ?? ''}`
}

function authorKeys(authors: readonly string[]): readonly string[] {
  return authors
    .filter((name) => !/^(?:et al\.?|and others|他|ほか)$/iu.test(name.trim()))
    .map(authorKey)
    .filter((key) => key !== '')
}

type Agreement = 'agree' | 'differ' | 'unknown'

/** Lists are cut short or reordered by sources; the first author of one must at least be known to the other. */
function compareAuthors(a: readonly string[], b: readonly string[]): Agreement {
  const [ours, theirs] = [authorKeys(a), authorKeys(b)]
  const [first, second] = [ours[0], theirs[0]]
  if (first === undefined || second === undefined) return 'unknown'
  if (first === second) return 'agree'
  const shared = ours.filter((key) => theirs.includes(key)).length
  return shared >= 2 && (theirs.includes(first) || ours.includes(second)) ? 'agree' : 'differ'
}

/** Registrants that publish preprints only, by DOI. */
const PREPRINT_DOI = multilineRegExp('u')`
  ^10\.(?:48550\/arxiv|1101\/(?:\d{4}\.\d{2}\.\d{2}|\d{5,6}$)|21203\/rs|26434\/chemrxiv|2139\/ssrn|31234\/|31219\/
    |20944\/preprints|36227\/techrxiv|7287\/peerj|5194\/.*-discuss|22541\/au)`

/** Which version an identifier names; null for those that name the work as such (PMID, OpenAlex, S2...). */
export function versionOf(identifier: Identifier, work: Pick<Paper, 'is_preprint'> & { source?: string }) {
  if (identifier.type === 'arxiv') return 'preprint' as const
  if (identifier.type !== 'doi') return null
  if (PREPRINT_DOI.test(identifier.value)) return 'preprint' as const
  // arXiv tells the DOI of the journal article beside its own id; Semantic Scholar may name a preprint server as its
  // venue.
  const other = work.source === 'arxiv' || work.source === 'semantic_scholar'
  return work.is_preprint && !other ? ('preprint' as const) : ('published' as const)
}

/** Own identifiers, spelled alike, and those the source names for the other version. */
export function versionsOf(own: readonly Identifier[], work: Paper): readonly PaperVersion[] {
  const versions = own.flatMap((identifier) => {
    const kind = versionOf(identifier, work)
    return kind === null ? [] : [{ kind, identifier }]
  })
  if (work.versions === undefined || work.versions.length === 0) return versions
  const told = work.versions.flatMap(({ kind, identifier }) =>
    normaliseIdentifiers([identifier]).map((spelled) => ({ kind, identifier: spelled })),
  )
  return [
    ...new Map(
      [...told, ...versions].map((entry) => [`${entry.identifier.type}:${entry.identifier.value}`, entry]),
    ).values(),
  ]
}

const NOTICE_WORD =
  '(?:author |publisher )?(?:retraction|erratum|errata|corrigendum|corrigenda|correction|addendum' +
  '|expression of concern|withdrawal)'
/** "Correction: ...", "Retraction notice to ..."; "Correction of anaemia ..." is a paper. */
const NOTICE_TITLE = new RegExp(
  `^\\W*${NOTICE_WORD}(?:\\s*$|\\s*(?:to|:|：|–|—|\\[)|\\s+-|\\s+notice\\b|\\s+of\\s*[:"“'‘])` +
    '|^\\W*(?:erratum|corrigendum) for\\b|^\\W*(?:訂正|正誤表|撤回告知|撤回公告|懸念表明)',
  'iu',
)

/** Whether a work only announces something about another. */
export function isNotice(work: {
  readonly title: string
  readonly notice_of?: readonly unknown[] | undefined
}): boolean {
  return (work.notice_of ?? []).length > 0 || NOTICE_TITLE.test(work.title)
}

/** Below this a title ("Editorial", 「序文」) says too little by itself. */
const TELLING_TITLE = 12
/** A title this long is hardly given twice. */
const LONG_TITLE = 40
/** A preprint is rarely older than this when it is published. */
const VERSION_YEARS = 3

export interface Candidate {
  readonly title: string
  readonly year: number | null
  readonly authors: readonly string[]
  readonly identifiers: readonly Identifier[]
  readonly versions?: readonly PaperVersion[]
  readonly is_preprint: boolean
  readonly abstract?: string | null
  readonly venue?: string | null
  readonly notice_of?: readonly unknown[]
}

/** No identifier in common: do title, authors, year and versions make the two one work? When in doubt, no. */
export function sameByTitle(a: Candidate, b: Candidate): boolean {
  const key = titleKey(a.title)
  if (key === '' || key !== titleKey(b.title) || a.year === null || b.year === null) return false
  if (isNotice(a) !== isNotice(b)) return false
  const authors = compareAuthors(a.authors, b.authors)
  if (authors === 'differ') return false
  if (key.length < TELLING_TITLE && (authors !== 'agree' || !sameVenue(a, b))) return false
  if (identifiersConflict(a, b)) return false
  const gap = Math.abs(a.year - b.year)
  if (gap === 0) return true
  const versions = onlyPreprint(a) !== onlyPreprint(b) && gap <= VERSION_YEARS
  if (authors !== 'agree') return versions && key.length >= LONG_TITLE
  if (versions) return true
  // Annual reports repeat their title; print and online years differ by one. The abstract tells them apart.
  return gap === 1 && similarText(a.abstract ?? null, b.abstract ?? null)
}

function sameVenue(a: Candidate, b: Candidate): boolean {
  return !a.venue || !b.venue || titleKey(a.venue) === titleKey(b.venue)
}

function kinds(work: Candidate) {
  const ids = normaliseIdentifiers(work.identifiers)
  const of = (identifier: Identifier) =>
    work.versions?.find(
      (entry) => entry.identifier.type === identifier.type && entry.identifier.value === identifier.value,
    )?.kind ?? versionOf(identifier, work)
  const dois = ids.filter(({ type }) => type === 'doi')
  return {
    published: dois.filter((doi) => of(doi) === 'published').map(({ value }) => value),
    preprint: dois.filter((doi) => of(doi) === 'preprint').map(({ value }) => value),
    pmid: ids.filter(({ type }) => type === 'pmid').map(({ value }) => value),
    arxiv: ids.filter(({ type }) => type === 'arxiv').map(({ value }) => value),
  }
}

function onlyPreprint(work: Candidate): boolean {
  const { published, preprint, arxiv, pmid } = kinds(work)
  return published.length === 0 && (work.is_preprint || (pmid.length === 0 && preprint.length + arxiv.length > 0))
}

/**
 * Two published DOIs, two PubMed records or two deposits on one server are two works; a preprint and its article are
 * one.
 */
function identifiersConflict(a: Candidate, b: Candidate): boolean {
  const [ours, theirs] = [kinds(a), kinds(b)]
  const apart = (x: readonly string[], y: readonly string[]) =>
    x.length > 0 && y.length > 0 && !x.some((value) => y.includes(value))
  if (apart(ours.published, theirs.published) || apart(ours.arxiv, theirs.arxiv)) return true
  if (apart(ours.pmid, theirs.pmid) && onlyPreprint(a) === onlyPreprint(b)) return true
  const deposits = [ours.preprint, theirs.preprint].map((dois) => dois.map(withoutVersion))
  const sameServer = ours.preprint.some((doi) => theirs.preprint.some((other) => prefix(doi) === prefix(other)))
  return sameServer && apart(deposits[0] ?? [], deposits[1] ?? [])
}

function withoutVersion(doi: string): string {
  return doi.replace(/[/.-]?v\d+$/u, '')
}

function prefix(doi: string): string {
  return doi.split('/')[0] ?? doi
}

/** Characters of a shingle: long enough to be rare, short enough to survive small edits. */
const PIECE_CHARACTERS = 5
/** Characters of an abstract that are compared: the opening tells two annual reports apart. */
const COMPARED_CHARACTERS = 1500
/** A text with fewer shingles (about 25 characters) is too short to compare. */
const FEWEST_PIECES = 20
/** Share of the shorter text's shingles that the other must have; sources differ in markup and small edits. */
const SAME_TEXT = 0.8

/** Whether most shingles of the shorter abstract stand in the other. */
function similarText(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false
  const [ours, theirs] = [pieces(a), pieces(b)]
  if (ours.size < FEWEST_PIECES || theirs.size < FEWEST_PIECES) return false
  let shared = 0
  for (const piece of ours) if (theirs.has(piece)) shared += 1
  return shared / Math.min(ours.size, theirs.size) >= SAME_TEXT
}

function pieces(text: string): ReadonlySet<string> {
  const plain = folded(text.slice(0, COMPARED_CHARACTERS)).replace(/[^\p{L}\p{N}]+/gu, '')
  const found = new Set<string>()
  for (let at = 0; at + PIECE_CHARACTERS <= plain.length; at += 1) found.add(plain.slice(at, at + PIECE_CHARACTERS))
  return found
}
