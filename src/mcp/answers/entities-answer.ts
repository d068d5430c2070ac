import type { EntitiesAnswer, EntityEntry } from '../../api/entities.ts'
import { quote } from './quote.ts'

/** One line an entity. */
export function entitiesText({ total, items, next, task_id: taskId }: EntitiesAnswer): string {
  return [
    `${total} ${total === 1 ? 'entity' : 'entities'} of ${taskId}`,
    ...items.map(line),
    ...(next === null ? [] : [`More: ${next}`]),
  ].join('\n')
}

function line({ entity_id: id, kind, name, also, wikidata_id: wikidata, mentions, pages }: EntityEntry): string {
  const others = also.length === 0 ? '' : `, also ${also.slice(0, 8).map(quote).join(', ')}`
  const known = wikidata === null ? '' : ` (Wikidata ${wikidata})`
  return `- ${id} ${kind}: ${quote(name)}${known}, named ${mentions} times on ${pages} ${pages === 1 ? 'page' : 'pages'}${others}`
}
