import type { EntitiesAnswer, EntityEntry } from '../../api/entities.ts'
import { counted, quote } from './quote.ts'

/** One line an entity. */
export function entitiesText({ total, items, next, task_id: taskId }: EntitiesAnswer): string {
  return [
    `${counted(total, 'entity', 'entities')} of ${taskId}`,
    ...items.map(line),
    ...(next === null ? [] : [`More: ${next}`]),
  ].join('\n')
}

function line({ entity_id: id, kind, name, also, wikidata_id: wikidata, mentions, pages }: EntityEntry): string {
  const others = also.length === 0 ? '' : `, also ${also.slice(0, 8).map(quote).join(', ')}`
  const known = wikidata === null ? '' : ` (Wikidata ${wikidata})`
  const where = `named ${counted(mentions, 'time')} on ${counted(pages, 'page')}`
  return `- ${id} ${kind}: ${quote(name)}${known}, ${where}${others}`
}
