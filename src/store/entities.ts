import { z } from 'zod'
import {
  type ClaimScope,
  ENTITY_KINDS,
  type Entity,
  type EntityMention,
  type EntityName,
  JOINED_BY,
  type NameCorrection,
} from '../domain/entity.ts'
import { json, word } from './columns.ts'
import { insertInto, type Statements } from './statements.ts'

const entityRow = z.object({
  id: z.string(),
  task_id: z.string(),
  kind: word(ENTITY_KINDS),
  name: z.string(),
  wikidata_id: z.string().nullable(),
  mentions: z.number(),
  pages: z.number(),
  cause_id: z.string(),
})
const nameRow = z.object({
  id: z.string(),
  task_id: z.string(),
  kind: word(ENTITY_KINDS),
  name: z.string(),
  entity_id: z.string().nullable(),
  joined_by: word(JOINED_BY),
  cause_id: z.string(),
})
const mentionRow = z.object({
  id: z.string(),
  task_id: z.string(),
  name_id: z.string(),
  page_id: z.string(),
  fragment_id: z.string().nullable(),
  span_start: z.number().nullable(),
  span_end: z.number().nullable(),
  record_id: z.string().nullable(),
  role: z.string().nullable(),
  cause_id: z.string(),
})
const correctionRow = z.object({ first: z.string(), second: z.string(), decision: z.enum(['same', 'apart']) })
const usageRow = z.object({ name_id: z.string(), page_id: z.string(), n: z.number() })
const scopeList = json(z.array(z.string())).nullable()
const scopeRow = z.object({
  scope_places: scopeList,
  scope_products: scopeList,
  scope_organisations: scopeList,
  scope_period: scopeList,
})
const passageRow = z.object({
  mention_id: z.string(),
  name: z.string(),
  url: z.string(),
  page_id: z.string(),
  fragment_id: z.string().nullable(),
  record_id: z.string().nullable(),
  role: z.string().nullable(),
  words: z.string().nullable(),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
})
const attributeRow = z.object({
  name: z.string(),
  value: z.string(),
  path: z.string(),
  source: z.string(),
  url: z.string(),
  record_id: z.string(),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
})

/** A place where an entity is named, and the bytes it was read from. */
export type EntityPassage = Readonly<z.infer<typeof passageRow>>
/** A value that a record tells of an entity, and where in the archived answer it stands. */
export type EntityAttribute = Readonly<z.infer<typeof attributeRow>>
/** How often a spelling stands on a page. */
export type NameUsage = Readonly<z.infer<typeof usageRow>>

export interface EntityFilter {
  readonly kind?: Entity['kind'] | undefined
  /** Part of one of the spellings. */
  readonly words?: string | undefined
  readonly from: number
  readonly limit: number
}

export interface EntityStore {
  get(id: string): Entity | null
  /** Those named most often first. */
  list(taskId: string, filter: EntityFilter): readonly Entity[]
  count(taskId: string, filter: Pick<EntityFilter, 'kind' | 'words'>): number
  /** In the order in which they were first met. */
  names(taskId: string): readonly EntityName[]
  namesOf(entityId: string): readonly EntityName[]
  usage(taskId: string): readonly NameUsage[]
  /** What is known already stays as it is. */
  addNames(names: readonly EntityName[], mentions: readonly EntityMention[]): void
  /** Replaces the entities of the task; every name is given its own. */
  replace(
    taskId: string,
    entities: readonly Entity[],
    names: readonly Pick<EntityName, 'id' | 'entity_id' | 'joined_by'>[],
  ): void
  passages(entityId: string, most: number): readonly EntityPassage[]
  attributes(entityId: string): readonly EntityAttribute[]
  corrections(taskId: string): readonly NameCorrection[]
  correct(taskId: string, correction: NameCorrection, causeId: string): void
  /** All of the task, to decide them anew. */
  dropCorrections(taskId: string): void
  /** Claims of the task that nobody has read for names yet. */
  unread(taskId: string): readonly string[]
  setScope(claimId: string, scope: ClaimScope): void
  /** Null before it was read. */
  scopeOf(claimId: string): ClaimScope | null
}

const ADD_NAME = insertInto('entity_names', Object.keys(nameRow.shape), 'ON CONFLICT (id) DO NOTHING')
const ADD_MENTION = insertInto('entity_mentions', Object.keys(mentionRow.shape), 'ON CONFLICT (id) DO NOTHING')
const SAVE = insertInto('entities', Object.keys(entityRow.shape))
const WHERE = `e.task_id = :taskId AND (:kind IS NULL OR e.kind = :kind) AND (:words IS NULL OR EXISTS (
  SELECT 1 FROM entity_names n WHERE n.entity_id = e.id AND instr(lower(n.name), lower(:words)) > 0))`
const LIST = `SELECT e.* FROM entities e WHERE ${WHERE}
  ORDER BY e.mentions DESC, e.pages DESC, e.id LIMIT :limit OFFSET :from`
const PASSAGES = `SELECT m.id AS mention_id, n.name, p.url, m.page_id, m.fragment_id, m.record_id, m.role,
    substr(f.text_content, max(1, m.span_start - 79), m.span_end - m.span_start + 160) AS words,
    coalesce(r.warc_file, f.warc_file, p.warc_file) AS warc_file,
    coalesce(r.warc_record_id, f.warc_record_id, p.warc_record_id) AS warc_record_id
  FROM entity_names n CROSS JOIN entity_mentions m ON m.name_id = n.id JOIN pages p ON p.id = m.page_id
  LEFT JOIN fragments f ON f.id = m.fragment_id LEFT JOIN records r ON r.id = m.record_id
  WHERE n.entity_id = :entityId ORDER BY m.rowid LIMIT :most`
/** Whole records about it, not those that only name it. */
const ATTRIBUTES = `SELECT DISTINCT a.name, a.value, a.path, r.source, p.url, r.id AS record_id, r.warc_file,
    r.warc_record_id
  FROM entity_names n CROSS JOIN entity_mentions m ON m.name_id = n.id AND m.role = 'subject'
  JOIN records r ON r.id = m.record_id JOIN pages p ON p.id = r.page_id JOIN record_attributes a ON a.record_id = r.id
  WHERE n.entity_id = :entityId ORDER BY r.source, r.id, a.name`
const SAVE_CORRECTION = `INSERT INTO entity_corrections (first_name_id, second_name_id, task_id, decision, cause_id)
  VALUES (:first, :second, :taskId, :decision, :causeId)
  ON CONFLICT (first_name_id, second_name_id) DO UPDATE SET decision = excluded.decision, cause_id = excluded.cause_id`
const SET_SCOPE = `UPDATE claims SET scope_places = :places, scope_products = :products,
  scope_organisations = :organisations, scope_period = :period WHERE id = :claimId`

export function entityStore(sql: Statements): EntityStore {
  const filtered = ({ kind, words }: Pick<EntityFilter, 'kind' | 'words'>) => ({
    kind: kind ?? null,
    words: words ?? null,
  })
  return {
    get: (id) => {
      const row = sql.get('SELECT * FROM entities WHERE id = :id', { id })
      return row === null ? null : entityRow.parse(row)
    },
    list: (taskId, { from, limit, ...filter }) =>
      entityRow.array().parse(
        sql.all(LIST, {
          ...{ taskId, from, limit },
          ...filtered(filter),
        }),
      ),
    count: (taskId, filter) =>
      Number(sql.get(`SELECT count(*) AS n FROM entities e WHERE ${WHERE}`, { taskId, ...filtered(filter) })?.n),
    names: (taskId) =>
      nameRow.array().parse(sql.all('SELECT * FROM entity_names WHERE task_id = :taskId ORDER BY rowid', { taskId })),
    namesOf: (entityId) =>
      nameRow
        .array()
        .parse(sql.all('SELECT * FROM entity_names WHERE entity_id = :entityId ORDER BY rowid', { entityId })),
    usage: (taskId) =>
      usageRow.array().parse(
        sql.all(
          `SELECT name_id, page_id, count(*) AS n FROM entity_mentions WHERE task_id = :taskId
             GROUP BY name_id, page_id ORDER BY min(rowid)`,
          { taskId },
        ),
      ),
    addNames: (names, mentions) =>
      sql.write(() => {
        for (const name of names) sql.run(ADD_NAME, { ...name })
        for (const mention of mentions) sql.run(ADD_MENTION, { ...mention })
      }),
    replace: (taskId, entities, names) =>
      sql.write(() => {
        sql.run('DELETE FROM entities WHERE task_id = :taskId', { taskId })
        for (const entity of entities) sql.run(SAVE, { ...entity })
        for (const { id, entity_id, joined_by } of names)
          sql.run('UPDATE entity_names SET entity_id = :entity_id, joined_by = :joined_by WHERE id = :id', {
            ...{ id, entity_id, joined_by },
          })
      }),
    passages: (entityId, most) => passageRow.array().parse(sql.all(PASSAGES, { entityId, most })),
    attributes: (entityId) => attributeRow.array().parse(sql.all(ATTRIBUTES, { entityId })),
    ...correctionRows(sql),
    unread: (taskId) =>
      sql
        .all('SELECT id FROM claims WHERE task_id = :taskId AND scope_period IS NULL ORDER BY rowid', { taskId })
        .map((row) => String(row.id)),
    setScope: (claimId, { places, products, organisations, period }) => {
      const lists = { places, products, organisations, period }
      const texts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)]))
      sql.run(SET_SCOPE, { claimId, ...texts })
    },
    scopeOf: (claimId) => {
      const row = sql.get('SELECT * FROM claims WHERE id = :claimId', { claimId })
      if (row === null) return null
      const { scope_places: places, scope_products: products, ...rest } = scopeRow.parse(row)
      const { scope_organisations: organisations, scope_period: period } = rest
      return period === null
        ? null
        : { places: places ?? [], products: products ?? [], organisations: organisations ?? [], period }
    },
  }
}

type CorrectionRows = Pick<EntityStore, 'corrections' | 'correct' | 'dropCorrections'>

function correctionRows(sql: Statements): CorrectionRows {
  return {
    corrections: (taskId) =>
      correctionRow.array().parse(
        sql.all(
          `SELECT first_name_id AS first, second_name_id AS second, decision FROM entity_corrections
           WHERE task_id = :taskId ORDER BY 1, 2`,
          { taskId },
        ),
      ),
    correct: (taskId, correction, causeId) => {
      sql.run(SAVE_CORRECTION, { taskId, causeId, ...inOrder(correction) })
    },
    dropCorrections: (taskId) => {
      sql.run('DELETE FROM entity_corrections WHERE task_id = :taskId', { taskId })
    },
  }
}

/** One row for a pair, whichever of the two is named first. */
function inOrder(pair: NameCorrection): NameCorrection {
  return pair.first < pair.second ? pair : { ...pair, first: pair.second, second: pair.first }
}
