import type { CitationEntry, CitationsAnswer } from '../../api/list-citations.ts'
import { counted, quote } from './quote.ts'

/** The citation list as an assistant reads it: one line a candidate, its id first. */
export function citationsText({ task_id, total, counts, items, next }: CitationsAnswer): string {
  return [
    `${total} citation candidates of ${task_id}: ${counts.kept} kept, ${counts.left} left, ${counts.excluded} excluded`,
    ...(items.length === 0 ? ['None: no paper of the task has been followed.'] : []),
    ...items.map(line),
    ...(next === null ? [] : [`Next: ${next}`]),
    ...(counts.left === 0
      ? []
      : [`To read one: search with targets ["<id>"]; ${counted(counts.left, 'candidate')} left`]),
  ].join('\n')
}

function line({ id, state, score, direction, year, title, of, reason, identifiers }: CitationEntry): string {
  const way = direction === 'reference' ? 'cited by' : 'cites'
  const paper = of.title === null ? of.page_id : quote(of.title)
  const [name = ''] = identifiers
  return `- ${id} ${state} ${score ?? '-'} ${year ?? 'undated'} ${quote(title)} ${name} (${way} ${paper}): ${reason}`
}
