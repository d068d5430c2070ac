import { getStatus } from '../api/get-status.ts'
import { resumeTask } from '../api/resume-task.ts'
import type { Lyra } from '../app/lyra.ts'
import type { World } from './command.ts'

/**
 * The answer is printed while citations are still followed; the command waits, because exiting would park them. Ctrl-C
 * leaves them to the next server or to `lyra task resume`.
 */
export async function waitForCitations(lyra: Lyra, taskId: string, world: World): Promise<void> {
  const { background } = await lyra.call(getStatus, { task_id: taskId })
  if (background.citations_pending === 0) return
  world.stderr(`Following the citations of the papers found; Ctrl-C leaves them for \`lyra task resume ${taskId}\`\n`)
  const { promise: interrupted, resolve } = Promise.withResolvers<void>()
  const leave = () => resolve()
  world.signal.addEventListener('abort', leave, { once: true })
  if (world.signal.aborted) leave()
  try {
    await Promise.race([lyra.call(resumeTask, { task_id: taskId }), interrupted])
  } finally {
    world.signal.removeEventListener('abort', leave)
  }
}
