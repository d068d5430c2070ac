import { z } from 'zod'
import { ENTITY_KINDS, JOINED_BY } from '../domain/entity.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import {
  fromItem,
  givenId,
  givenText,
  id,
  nextUri,
  ok,
  shortText,
  taskId,
  webLines,
  webShortText,
  webUrl,
} from './fields.ts'

const kind = z.enum(ENTITY_KINDS)

const entity = z.object({
  entity_id: id,
  kind,
  name: webShortText,
  /** Its other spellings. */
  also: webLines,
  wikidata_id: webShortText.nullable(),
  mentions: z.number(),
  pages: z.number(),
})

export const getEntities = defineUseCase({
  name: 'get_entities',
  title: 'Entities of a task',
  description:
    'Organisations, people, places, products, laws and identifiers that the evidence names, most named first',
  input: z.strictObject({
    task_id: taskId,
    kind: kind.optional().describe('Only these'),
    words: givenText.optional().describe('Part of a name'),
    from: fromItem,
    limit: z.int().min(1).max(200).default(50).describe('Most entries'),
  }),
  output: z.object({ ok, task_id: id, total: z.number(), items: z.array(entity).max(200), next: nextUri }),
})

const archived = { url: webUrl, warc_file: shortText.nullable(), warc_record_id: id.nullable() }

export const getEntity = defineUseCase({
  name: 'get_entity',
  title: 'One entity, and where everything of it comes from',
  description: 'Its spellings and why they are one, what records tell of it, and the passages that name it',
  input: z.strictObject({
    task_id: taskId,
    entity_id: givenId.describe('Of get_entities'),
    limit: z.int().min(1).max(200).default(20).describe('Most passages'),
  }),
  output: z.object({
    ok,
    task_id: id,
    entity,
    names: z.array(z.object({ name_id: id, name: webShortText, joined_by: z.enum(JOINED_BY) })).max(2000),
    /** From records that are about it: the source, the archived answer and the place in it. */
    attributes: z
      .array(z.object({ name: id, value: webShortText, source: id, record_id: id, path: webShortText, ...archived }))
      .max(2000),
    passages: z
      .array(
        z.object({
          name: webShortText,
          /** Around the name; null in a record. */
          words: webShortText.nullable(),
          fragment_id: id.nullable(),
          record_id: id.nullable(),
          role: webShortText.nullable(),
          ...archived,
        }),
      )
      .max(200),
    total_passages: z.number(),
  }),
})

export const ENTITY_ACTIONS = ['merge', 'split', 'undo'] as const

export const correctEntities = defineUseCase({
  name: 'correct_entities',
  title: 'Merge, split or take back',
  description:
    'Says that two entities are one, or that a spelling is another; kept with the task, and undone by its id',
  input: z.discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('merge').describe('What is decided'),
      task_id: taskId,
      entity_id: givenId.describe('Of get_entities'),
      with: givenId.describe('The other entity'),
    }),
    z.strictObject({
      action: z.literal('split').describe('What is decided'),
      task_id: taskId,
      name_id: givenId.describe('The spelling that leaves'),
    }),
    z.strictObject({
      action: z.literal('undo').describe('What is decided'),
      task_id: taskId,
      feedback_id: givenId.describe('Of a merge or a split'),
    }),
  ]),
  output: z.object({
    ok,
    task_id: id,
    action: z.enum(ENTITY_ACTIONS),
    feedback_id: id,
    /** The entities as they stand now. */
    entities: z.array(entity).max(200),
  }),
})

export type EntitiesAnswer = AnswerOf<typeof getEntities>
export type EntityAnswer = AnswerOf<typeof getEntity>
export type EntityEntry = EntitiesAnswer['items'][number]
export type EntityCorrection = AnswerOf<typeof correctEntities>
