import { z } from 'zod'
import type { Settings } from '../../domain/settings.ts'
import type { Store } from '../../store/types.ts'
import { runOnce, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'

export interface TranslateDeps extends Pick<ResearchParts, 'mirror'> {
  readonly settings: Pick<Settings, 'engines'>
  readonly store: Pick<Store, 'events'>
  readonly memo: StageCheckpoints
}

const mirrored = z.union([
  z.object({ ok: z.literal(true), query: z.string() }),
  z.object({ ok: z.literal(false), reason: z.string() }),
])

/** REQ 3.1.1: the query in the other language, where a local model can translate it. */
export async function translateQuery(
  { mirror, settings, store, memo }: TranslateDeps,
  { taskId, searchId, causeId, query, signal }: SearchCall,
): Promise<{ readonly queries: readonly string[]; readonly warnings: readonly string[] }> {
  if (mirror === undefined || !settings.engines.mirror) return { queries: [], warnings: [] }
  const answer = await runOnce(memo, signal)('mirror', mirrored, async () => {
    const made = await mirror(query, signal)
    store.events.append({
      kind: 'query_mirrored',
      taskId,
      subjectType: 'search',
      subjectId: searchId,
      data: made,
      causeId,
    })
    return made
  })
  return answer.ok
    ? { queries: [answer.query], warnings: [] }
    : { queries: [], warnings: [`mirror query: ${answer.reason}`] }
}
