import type { EntitiesAnswer, EntityAnswer, EntityEntry } from '../../api/entities.ts'
import { entitiesUri } from '../../api/resource-uris.ts'
import type { Entity, EntityKind } from '../../domain/entity.ts'
import { LyraError } from '../../domain/errors.ts'
import { requireTask } from '../../store/require-task.ts'
import { StoreBusy } from '../../store/store-error.ts'
import type { Store } from '../../store/types.ts'
import type { ResearchParts } from '../parts.ts'
import { type NamingDeps, readNames } from './read-names.ts'

export type EntityParts = NamingDeps & Pick<ResearchParts, 'ids'>

interface Asked {
  readonly kind?: EntityKind | undefined
  readonly words?: string | undefined
  readonly from: number
  readonly limit: number
}

export async function listEntities(parts: EntityParts, taskId: string, asked: Asked): Promise<EntitiesAnswer> {
  await upToDate(parts, taskId)
  const { entities } = parts.store
  const total = entities.count(taskId, asked)
  const items = entities.list(taskId, asked).map((one) => entryOf(parts.store, one))
  const end = asked.from + items.length
  return { ok: true, task_id: taskId, total, items, next: end < total ? entitiesUri(taskId, end) : null }
}

/** Claims of an earlier Lyra, or of a person, that no search has read for names. */
export async function upToDate(parts: EntityParts, taskId: string): Promise<void> {
  requireTask(parts.store, taskId)
  if (parts.store.entities.unread(taskId).length === 0) return
  try {
    await readNames(parts, { taskId, causeId: parts.ids.next('cause') })
  } catch (error) {
    // Whoever only wants to see them is not kept by another process that writes: a later call reads the rest.
    if (!(error instanceof StoreBusy)) throw error
  }
}

export function entryOf({ entities }: Pick<Store, 'entities'>, entity: Entity): EntityEntry {
  const { id, kind, name, wikidata_id, mentions, pages } = entity
  const also = entities.namesOf(id).flatMap((one) => (one.name === name ? [] : [one.name]))
  return { entity_id: id, kind, name, also, wikidata_id, mentions, pages }
}

export async function showEntity(
  parts: EntityParts,
  taskId: string,
  { entity_id: entityId, limit }: { readonly entity_id: string; readonly limit: number },
): Promise<EntityAnswer> {
  await upToDate(parts, taskId)
  const { entities } = parts.store
  const entity = requireEntity(parts.store, taskId, entityId)
  return {
    ok: true,
    task_id: taskId,
    entity: entryOf(parts.store, entity),
    names: entities.namesOf(entityId).map(({ id, name, joined_by }) => ({ name_id: id, name, joined_by })),
    attributes: [...entities.attributes(entityId)],
    passages: entities.passages(entityId, limit).map(({ mention_id: _mention, page_id: _page, ...passage }) => passage),
    total_passages: entity.mentions,
  }
}

export function requireEntity({ entities }: Pick<Store, 'entities'>, taskId: string, entityId: string): Entity {
  const entity = entities.get(entityId)
  if (entity === null || entity.task_id !== taskId)
    throw new LyraError('NOT_FOUND', `No entity of task ${taskId} has the id ${entityId.slice(0, 80)}`, {
      hint: 'get_entities, v_entities and `lyra entities` list them',
    })
  return entity
}
