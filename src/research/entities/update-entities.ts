import type { Entity, EntityName } from '../../domain/entity.ts'
import { stableId } from '../../domain/ids.ts'
import type { StoredRecord } from '../../domain/public-record.ts'
import { groupNames, type MetName } from '../../sources/entities/group-names.ts'
import type { ReadName } from '../../sources/entities/read-name.ts'
import { compareNames } from '../../sources/entities/same-name.ts'
import type { NameUsage } from '../../store/entities.ts'
import type { Store } from '../../store/types.ts'

interface UpdateParts {
  readonly store: Pick<Store, 'entities' | 'records'>
  readonly reading: ReadName
}

/** Groups the spellings of a task anew, after names were read or a person decided; twice is as good as once. */
export function updateEntities(
  { store, reading }: UpdateParts,
  { taskId, causeId }: { readonly taskId: string; readonly causeId: string },
): void {
  const names = store.entities.names(taskId)
  const usage = Map.groupBy(store.entities.usage(taskId), ({ name_id }) => name_id)
  const records = store.records.ofTask(taskId)
  const groups = groupNames({
    names: names.map((one) => met(one, usage.get(one.id) ?? [])),
    recorded: records.map((record) => spellingsIn(record, names)),
    corrections: store.entities.corrections(taskId),
    read: reading,
  })
  const byId = new Map(names.map((one) => [one.id, one]))
  const things = authorities(records)
  const entities = groups.flatMap(({ members }): Entity[] => {
    const own = members.flatMap(({ id }) => byId.get(id) ?? [])
    const [first] = own
    return first === undefined ? [] : [entityOf(first, own, { usage, things, taskId, causeId, reading })]
  })
  const placed = groups.flatMap(({ members: [first, ...others] }) => {
    if (first === undefined) return []
    const entityId = stableId('ent', taskId, first.id)
    return [first, ...others].map(({ id, joinedBy }) => ({ id, entity_id: entityId, joined_by: joinedBy }))
  })
  store.entities.replace(taskId, entities, placed)
}

type Usage = ReadonlyMap<string, readonly NameUsage[]>

function met({ id, kind, name }: EntityName, used: readonly NameUsage[]): MetName {
  return { id, kind, name, pages: new Set(used.map(({ page_id }) => page_id)) }
}

interface EntityParts {
  readonly usage: Usage
  readonly things: readonly Authority[]
  readonly taskId: string
  readonly causeId: string
  readonly reading: ReadName
}

function entityOf(first: EntityName, own: readonly EntityName[], parts: EntityParts): Entity {
  const { usage, taskId, causeId } = parts
  const times = (id: string) => (usage.get(id) ?? []).reduce((sum, { n }) => sum + n, 0)
  const pages = new Set(own.flatMap(({ id }) => (usage.get(id) ?? []).map(({ page_id }) => page_id)))
  const spelled = own.reduce((best, one) => (isBetter(one, best, times) ? one : best), first)
  return {
    id: stableId('ent', taskId, first.id),
    task_id: taskId,
    kind: first.kind,
    name: spelled.name,
    wikidata_id: wikidataId(own, parts),
    mentions: own.reduce((sum, { id }) => sum + times(id), 0),
    pages: pages.size,
    cause_id: causeId,
  }
}

/** The spelling that is met most; of two the longer one, which says more. */
function isBetter(one: EntityName, best: EntityName, times: (id: string) => number): boolean {
  const [more, less] = [times(one.id), times(best.id)]
  return more > less || (more === less && one.name.length > best.name.length)
}

interface Authority {
  readonly wikidata: string
  readonly names: readonly string[]
}

const NAME_VALUES = new Set(['name', 'name_en', 'name_ja', 'label', 'other_names', 'legal_name', 'name_kana'])

function namesOf({ title, attributes }: StoredRecord): readonly string[] {
  const values = attributes.filter(({ name }) => NAME_VALUES.has(name))
  return [
    ...new Set([title, ...values.flatMap(({ name, value }) => (name === 'other_names' ? value.split(', ') : [value]))]),
  ]
}

function authorities(records: readonly StoredRecord[]): readonly Authority[] {
  return records.flatMap((record) => {
    const id = record.identifiers.find(({ type }) => type === 'wikidata')?.value
    return id === undefined ? [] : [{ wikidata: id, names: namesOf(record) }]
  })
}

/** Wikidata as the authority where its records were fetched: the one thing that has one of the entity's names. */
function wikidataId(own: readonly EntityName[], { things, reading }: EntityParts): string | null {
  const [first] = own
  if (first === undefined || first.kind === 'identifier' || things.length === 0) return null
  const isNamed = ({ names }: Authority) =>
    names.some((name) => own.some((one) => compareNames(one.kind, one.name, name, reading) === 'same'))
  const ids = new Set(things.filter(isNamed).map(({ wikidata }) => wikidata))
  const [only] = ids
  return ids.size === 1 ? (only ?? null) : null
}

/** Spellings of the task that one record gives to what it is about; each kind by itself. */
function spellingsIn(record: StoredRecord, names: readonly EntityName[]): readonly string[] {
  const given = new Set(namesOf(record))
  const known = names.filter(({ name }) => given.has(name))
  const kind = known.find(({ kind: one }) => one !== 'identifier')?.kind
  return known.filter((one) => one.kind === kind).map(({ id }) => id)
}
