import type { Command } from './command.ts'
import { authCommand } from './commands/auth.ts'
import { claimCommand } from './commands/claim.ts'
import { cleanupCommand } from './commands/cleanup.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { feedbackCommand } from './commands/feedback.ts'
import { findCommand } from './commands/find.ts'
import { mcpCommand } from './commands/mcp.ts'
import { metricsCommand } from './commands/metrics.ts'
import { modelsCommand } from './commands/models.ts'
import { queryCommand } from './commands/query.ts'
import { replayCommand } from './commands/replay.ts'
import { reportCommand } from './commands/report.ts'
import { reviewCommand } from './commands/review.ts'
import { searchCommand } from './commands/search.ts'
import { serveCommand } from './commands/serve.ts'
import { statusCommand } from './commands/status.ts'
import { taskCommand } from './commands/task.ts'
import { vectorCommand } from './commands/vector.ts'

/** In the order help shows them. */
export const COMMANDS: readonly Command[] = [
  demoCommand,
  mcpCommand,
  serveCommand,
  doctorCommand,
  taskCommand,
  searchCommand,
  statusCommand,
  metricsCommand,
  authCommand,
  reportCommand,
  queryCommand,
  vectorCommand,
  findCommand,
  claimCommand,
  reviewCommand,
  feedbackCommand,
  cleanupCommand,
  modelsCommand,
  replayCommand,
]
