import type { EntityKind, JoinedBy, NameCorrection } from '../../domain/entity.ts'
import { createGroups, type Groups, type NameGroup } from './name-groups.ts'
import { blockKeys, compareParsed, type ParsedName, parseName } from './parsed-name.ts'
import type { ReadName } from './read-name.ts'

/** A spelling that a task has met. */
export interface MetName {
  readonly id: string
  readonly kind: EntityKind
  readonly name: string
  /** Pages it stands on. */
  readonly pages: ReadonlySet<string>
}

export interface GroupingInput {
  /** In the order in which they were met. */
  readonly names: readonly MetName[]
  /** Spellings that one record gives to one thing. */
  readonly recorded: readonly (readonly string[])[]
  readonly corrections: readonly NameCorrection[]
  readonly read?: ReadName
}

/** Blocks with more names say too little: a name in one is compared by its other keys. */
const LARGEST_BLOCK = 300

/**
 * Which spellings mean one thing. What a person decided comes first, then what one record says, then the names
 * themselves; a short form (an initial, an acronym, a family name) joins only where one thing alone can be meant. The
 * same names give the same groups.
 */
export function groupNames({ names, recorded, corrections, read }: GroupingInput): readonly NameGroup[] {
  const groups = createGroups(
    names.map(({ id }) => id),
    corrections.filter(({ decision }) => decision === 'apart'),
  )
  for (const { first, second, decision } of corrections)
    if (decision === 'same') groups.join(first, second, 'correction')
  for (const [first, ...others] of recorded)
    for (const other of others) if (first !== undefined) groups.join(first, other, 'record')
  const parsed = names.map((one) => ({ ...one, parsed: parseName(one.kind, one.name, read) }))
  const short = joinSame(groups, parsed)
  joinShort(groups, short, 'short_form')
  joinShort(groups, onOnePage(parsed), 'same_page')
  return groups.list()
}

interface Parsed extends MetName {
  readonly parsed: ParsedName
}

type Pair = readonly [short: string, long: string]

/** Joins names that are the same; returns those of which one may be short for the other. */
function joinSame(groups: Groups, names: readonly Parsed[]): readonly Pair[] {
  const blocks = new Map<string, Parsed[]>()
  for (const one of names)
    for (const key of blockKeys(one.parsed)) {
      const block = blocks.get(`${one.kind} ${key}`) ?? []
      block.push(one)
      blocks.set(`${one.kind} ${key}`, block)
    }
  const short: Pair[] = []
  for (const block of blocks.values()) {
    const compared = block.length > LARGEST_BLOCK ? withOneKey(block) : [block]
    for (const some of compared) compareAll(groups, some, short)
  }
  return short
}

/** Of a large block only names that are written alike. */
function withOneKey(block: readonly Parsed[]): readonly (readonly Parsed[])[] {
  const keyOf = ({ parsed: { name } }: Parsed) => (typeof name === 'string' ? name : name.key)
  return [...Map.groupBy(block, keyOf).values()].map((same) => same.slice(0, LARGEST_BLOCK))
}

function compareAll(groups: Groups, block: readonly Parsed[], short: Pair[]): void {
  for (const [at, first] of block.entries())
    for (const second of block.slice(at + 1)) {
      if (groups.areJoined(first.id, second.id)) continue
      const match = compareParsed(first.parsed, second.parsed)
      if (match === 'same') groups.join(first.id, second.id, 'same_name')
      else if (match === 'short')
        short.push(first.name.length <= second.name.length ? [first.id, second.id] : [second.id, first.id])
    }
}

/** J. R. Smith first, then J. Smith. */
const ROUNDS = 3

/**
 * A short form joins the one thing that it can mean; where two could be meant (J. Smith of John and Jane Smith) it
 * stays alone.
 */
function joinShort(groups: Groups, pairs: readonly Pair[], by: JoinedBy): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const meant = new Map<string, Set<string>>()
    for (const [short, long] of pairs) {
      const known = meant.get(groups.rootOf(short)) ?? new Set()
      known.add(groups.rootOf(long))
      meant.set(groups.rootOf(short), known)
    }
    const clear = pairs.filter(([short, long]) => {
      const others = [...(meant.get(groups.rootOf(short)) ?? [])].filter((root) => root !== groups.rootOf(short))
      return others.length === 1 && !groups.areJoined(short, long)
    })
    if (clear.length === 0) return
    for (const [short, long] of clear) groups.join(short, long, by)
  }
}

/** On one page a family name stands for the person, and a first word for the firm, that the page names in full. */
function onOnePage(names: readonly Parsed[]): readonly Pair[] {
  const byPage = new Map<string, Parsed[]>()
  for (const one of names)
    for (const page of one.pages) {
      const list = byPage.get(page) ?? []
      list.push(one)
      byPage.set(page, list)
    }
  const pairs = new Map<string, Pair>()
  for (const list of byPage.values()) {
    const full = list.slice(0, LARGEST_BLOCK)
    for (const short of full)
      for (const long of full)
        if (short.id !== long.id && isPartOf(short.parsed, long.parsed))
          pairs.set(`${short.id} ${long.id}`, [short.id, long.id])
  }
  return [...pairs.values()]
}

function isPartOf(short: ParsedName, long: ParsedName): boolean {
  if (short.kind === 'person' && long.kind === 'person') return isFamilyOf(short.name.words, short.name.key, long.name)
  if (short.kind !== 'organisation' || long.kind !== 'organisation') return false
  const [one, other] = [short.name, long.name]
  if (one.form !== null || one.isJapanese !== other.isJapanese || one.isAcronym) return false
  if (one.isJapanese) return one.key.length >= 3 && other.key.length > one.key.length && other.key.startsWith(one.key)
  return one.words.length === 1 && one.key.length >= 4 && other.words.length > 1 && other.words[0] === one.words[0]
}

function isFamilyOf(
  words: readonly string[],
  key: string,
  long: Extract<ParsedName, { readonly kind: 'person' }>['name'],
): boolean {
  if (words.length !== 1 || key.length < 2) return false
  if (long.isJapanese && /\p{Script=Han}/u.test(key)) return long.key.length > key.length && long.key.startsWith(key)
  return long.words.length > 1 && long.words.at(-1) === words[0]
}
