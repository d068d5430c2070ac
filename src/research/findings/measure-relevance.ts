import { dot } from '../../domain/vector.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'

/** How near each new claim of the task is to the task's own question: what answers it is told first. */
export async function measureRelevance(
  { store, embedder }: Pick<ResearchParts, 'store' | 'embedder'>,
  { taskId, signal }: Pick<SearchCall, 'taskId' | 'signal'>,
  question: string,
): Promise<void> {
  const known = store.findings.relevances(taskId)
  const fresh = store.claims.ofTask(taskId).filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return
  const [asked] = await embedder.embed([question], signal)
  if (asked === undefined) return
  store.write(() => {
    for (const { id } of fresh) {
      const vector = store.vectors.get('claim', id, embedder.modelId)
      if (vector !== null) store.findings.setRelevance(id, dot(asked, vector))
    }
  })
}
