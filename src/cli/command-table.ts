import type { Command } from './command.ts'
import { addCommand } from './commands/add.ts'
import { authCommand } from './commands/auth.ts'
import { backupCommand } from './commands/backup.ts'
import { bibliographyCommand } from './commands/bibliography.ts'
import { checkCommand } from './commands/check.ts'
import { citationsCommand } from './commands/citations.ts'
import { claimCommand } from './commands/claim.ts'
import { cleanupCommand } from './commands/cleanup.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { entitiesCommand } from './commands/entities.ts'
import { exportCommand } from './commands/export.ts'
import { feedCommand } from './commands/feed.ts'
import { feedbackCommand } from './commands/feedback.ts'
import { findCommand } from './commands/find.ts'
import { hubCommand } from './commands/hub.ts'
import { importCommand } from './commands/import.ts'
import { installCommand } from './commands/install.ts'
import { lensesCommand } from './commands/lenses.ts'
import { mcpCommand } from './commands/mcp.ts'
import { metricsCommand } from './commands/metrics.ts'
import { modelsCommand } from './commands/models.ts'
import { openCommand } from './commands/open.ts'
import { pivotCommand } from './commands/pivot.ts'
import { queryCommand } from './commands/query.ts'
import { readCommand } from './commands/read.ts'
import { replayCommand } from './commands/replay.ts'
import { reportCommand } from './commands/report.ts'
import { restoreCommand } from './commands/restore.ts'
import { reviewCommand } from './commands/review.ts'
import { searchCommand } from './commands/search.ts'
import { serveCommand } from './commands/serve.ts'
import { serviceCommand } from './commands/service.ts'
import { sourcesCommand } from './commands/sources.ts'
import { statusCommand } from './commands/status.ts'
import { taskCommand } from './commands/task.ts'
import { timelineCommand } from './commands/timeline.ts'
import { trustCommand } from './commands/trust.ts'
import { updateCommand } from './commands/update.ts'
import { vectorCommand } from './commands/vector.ts'
import { verifyCommand } from './commands/verify.ts'
import { workerCommand } from './commands/worker.ts'

/** In the order help shows them. */
export const COMMANDS: readonly Command[] = [
  demoCommand,
  mcpCommand,
  serveCommand,
  installCommand,
  serviceCommand,
  doctorCommand,
  verifyCommand,
  taskCommand,
  searchCommand,
  readCommand,
  pivotCommand,
  citationsCommand,
  lensesCommand,
  sourcesCommand,
  addCommand,
  statusCommand,
  metricsCommand,
  authCommand,
  reportCommand,
  updateCommand,
  feedCommand,
  checkCommand,
  bibliographyCommand,
  queryCommand,
  vectorCommand,
  findCommand,
  claimCommand,
  entitiesCommand,
  timelineCommand,
  reviewCommand,
  feedbackCommand,
  trustCommand,
  cleanupCommand,
  backupCommand,
  restoreCommand,
  modelsCommand,
  replayCommand,
  exportCommand,
  openCommand,
  importCommand,
  hubCommand,
  workerCommand,
]
