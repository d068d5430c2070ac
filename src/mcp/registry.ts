import type { Tool } from './define-tool.ts'
import { calibrate } from './tools/calibrate.ts'
import { calibrateRollback } from './tools/calibrate-rollback.ts'
import { createTask } from './tools/create-task.ts'
import { feedback } from './tools/feedback.ts'
import { getAuthQueue } from './tools/get-auth-queue.ts'
import { getStatus } from './tools/get-status.ts'
import { notifyUser } from './tools/notify-user.ts'
import { queryGraph } from './tools/query-graph.ts'
import { resolveAuth } from './tools/resolve-auth.ts'
import { search } from './tools/search.ts'
import { stopTask } from './tools/stop-task.ts'
import { vectorSearch } from './tools/vector-search.ts'
import { waitForUser } from './tools/wait-for-user.ts'

/** The thirteen tools, in the order of the reference page (LYRA 3.1). */
export const TOOLS: readonly Tool[] = [
  createTask,
  search,
  getStatus,
  stopTask,
  queryGraph,
  vectorSearch,
  feedback,
  calibrate,
  calibrateRollback,
  getAuthQueue,
  resolveAuth,
  notifyUser,
  waitForUser,
]
