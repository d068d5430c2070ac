import { LyraError } from '../../domain/errors.ts'
import { withoutInvisible } from '../../domain/invisible.ts'
import { type PivotSeed, seedText } from '../../domain/pivot.ts'
import type { RecordIdentifier, StoredRecord } from '../../domain/public-record.ts'
import { identifiersIn } from '../../extract/identifiers.ts'
import { namedInQuery } from '../../extract/named-documents.ts'
import type { Pivot } from '../../sources/records/pivots.ts'
import { isSocialNetwork } from '../../sources/records/private-fields.ts'
import { hasLegalForm } from '../../sources/records/same-name.ts'
import type { Store } from '../../store/types.ts'

export interface SeedParts {
  readonly store: {
    readonly records: Pick<Store['records'], 'get' | 'ofPage'>
    readonly pages: Pick<Store['pages'], 'get'>
  }
  readonly pivots: readonly Pivot[]
  /** What an entity of the graph is; absent: the graph has none. */
  readonly entityOf?: ((id: string) => NamedThing | null) | undefined
}

/** What an id of the graph stands for: a name of some type, and the numbers it is known by. */
export interface NamedThing {
  readonly type: string
  readonly name: string
  readonly identifiers: readonly RecordIdentifier[]
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  企業: 'company',
  会社: 'company',
  法人: 'company',
  人物: 'person',
}
const PREFIXED = /^([a-z_]{2,30}|企業|会社|法人|人物)\s?[:：]\s?(.+)$/su
const E_MAIL = /[^\s@]{1,100}@[^\s@]{1,200}/u
const HANDLE = /^@[\w.]{1,60}$/u
const TELEPHONE = /^(?:tel:)?\+?[\d\s().-]{9,20}$/u

/**
 * `pivot_from` as one canonical text (`company:株式会社X`, `domain:example.org`): an id of a record or page, a number, a
 * domain, or a name that says what it is. What is private is refused (SECURITY.md), and so is what could be anything.
 */
export function recogniseSeed(parts: SeedParts, given: string): string {
  const text = withoutInvisible(given).trim()
  refusePrivate(text)
  return seedText(seedById(parts, text) ?? seedByPrefix(parts, text) ?? seedByForm(text) ?? unknown(text))
}

function refusePrivate(text: string): void {
  const bare = text.replace(/^\w{2,10}\s?[:：]\s?/u, '')
  const account = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${bare}`)
  const isAccount = account !== null && isSocialNetwork(account.hostname) && account.pathname.replace(/^\/+/, '') !== ''
  const isNumber = TELEPHONE.test(bare) && namedInQuery(bare).length === 0 && identifiersIn(bare).length === 0
  if (!isAccount && !isNumber && !HANDLE.test(bare) && !E_MAIL.test(text)) return
  throw new LyraError('INVALID_PARAMS', 'pivot_from is an account, an e-mail address or a telephone number', {
    hint: 'Accounts and contacts of people are not looked up; start from an organisation, a domain, or a person’s name',
    details: { field: 'pivot_from' },
  })
}

function seedById({ store, pivots, entityOf }: SeedParts, text: string): PivotSeed | null {
  if (!/^(?:rec|page|ent|entity)_[0-9a-z]{1,64}$/u.test(text)) return null
  const entity = entityOf?.(text) ?? null
  if (entity !== null) return seedOfThing(pivots, entity)
  const record = text.startsWith('rec_') ? store.records.get(text) : (store.records.ofPage(text)[0] ?? null)
  if (record !== null) return seedOfThing(pivots, thingOf(record))
  const page = store.pages.get(text)
  if (page !== null) return { kind: 'domain', value: page.domain }
  throw new LyraError('NOT_FOUND', `There is no record, page or entity ${text}`)
}

/** A number where one is known, else the name. */
export function seedOfThing(pivots: readonly Pivot[], { type, name, identifiers }: NamedThing): PivotSeed {
  const number = pivots.flatMap(({ kind }) => identifiers.find((one) => one.type === kind) ?? [])[0]
  if (number !== undefined) return { kind: number.type, value: number.value }
  if (type === 'person' || type === 'organisation')
    return { kind: type === 'person' ? 'person' : 'company', value: name }
  const [other] = identifiers
  return other === undefined ? unknown(name) : { kind: other.type, value: other.value }
}

const PERSON_KINDS = ['person', 'officer', 'post', 'minutes']

/** Whom the record is of: the first it names, else what it is titled. */
function thingOf({ kind, title, identifiers, entities }: StoredRecord): NamedThing {
  const [first] = entities
  const type = PERSON_KINDS.includes(kind) ? 'person' : (first?.type ?? (kind === 'company' ? 'organisation' : kind))
  return { type, name: entities.find((one) => one.type === type)?.name ?? title, identifiers }
}

function seedByPrefix({ pivots }: SeedParts, text: string): PivotSeed | null {
  const [, word = '', value = ''] = PREFIXED.exec(text) ?? []
  const kind = KIND_WORDS[word] ?? word
  if (!pivots.some((pivot) => pivot.kind === kind)) return null
  const numbers = namedInQuery(value).filter(({ type }) => type === kind)
  return { kind, value: numbers[0]?.value ?? value.trim() }
}

function seedByForm(text: string): PivotSeed | null {
  const [number] = [...namedInQuery(text), ...identifiersIn(text).filter(({ type }) => type === 'isbn')]
  if (number !== undefined) return { kind: number.type, value: number.value }
  return hasLegalForm(text) ? { kind: 'company', value: text } : null
}

function unknown(text: string): never {
  throw new LyraError('INVALID_PARAMS', `pivot_from: "${text.slice(0, 60)}" may be anything`, {
    hint: 'Write company:NAME or person:NAME, a domain, a register’s number, or the id of a record',
    details: { field: 'pivot_from' },
  })
}
