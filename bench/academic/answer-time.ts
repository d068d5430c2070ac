import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTask } from '../../src/research/tasks.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { cites, index, paper } from '../../test/research/papers-run.ts'
import { openSmallWeb } from '../../test/research/small-web.ts'

const PAPERS = 10
const CITED = 5

/**
 * A search that finds ten papers, whose citation lists take `listMs` each, through the real conductor: how long until
 * it has answered, and until the citations are in the graph, which is how long the caller would wait with the chase
 * inside the search.
 */
export async function answerTime(listMs: number): Promise<{ readonly answer_ms: number; readonly graph_ms: number }> {
  const known = index(
    'openalex',
    Array.from({ length: PAPERS }, (_, n) => ({
      work: paper(`seed ${n}`),
      references: Array.from({ length: CITED }, (_cited, m) => cites(paper(`cited ${n} ${m}`))),
    })),
  )
  const slow: AcademicSource = {
    ...known,
    references: async (wanted, call) => {
      await new Promise((resolve) => setTimeout(resolve, listMs))
      const answer = await known.references?.(wanted, call)
      return answer ?? { source: 'openalex', outcome: 'not_found', reason: null, items: [] }
    },
  }
  const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db'), sources: [slow] })
  try {
    const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?' })
    const started = performance.now()
    await web.conductor.search(taskId, 'silverleaf tea trial', {}, {})
    const answered = performance.now()
    await web.conductor.settle(taskId)
    return { answer_ms: Math.round(answered - started), graph_ms: Math.round(performance.now() - started) }
  } finally {
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
