import { z } from 'zod'
import { findingSettings } from './settings/finding.ts'
import { networkSettings } from './settings/network.ts'
import { readingSettings } from './settings/reading.ts'
import { runningSettings } from './settings/running.ts'

/**
 * The one table of settings. Defaults, YAML files, environment (`LYRA_` + path in capitals, `__` between levels), CLI
 * flag (`--set path=value`) and docs/reference/settings.md derive from it; thresholds live here once.
 */
export const settingsSchema = z.strictObject({
  home: z
    .string()
    .default('~/.lyra')
    .describe('Folder for database, archive, models, logs; created with private permissions. Environment: LYRA_HOME'),
  replay: z
    .string()
    .default('')
    .describe(
      'A .warc[.gz] file or a folder of them: run from this archive and open no socket. Environment: LYRA_REPLAY',
    ),
  log: runningSettings.log,
  task: runningSettings.task,
  jobs: runningSettings.jobs,
  human: runningSettings.human,
  net: networkSettings.net,
  browser: networkSettings.browser,
  engines: findingSettings.engines,
  explore: findingSettings.explore,
  sources: findingSettings.sources,
  extract: readingSettings.extract,
  ranking: readingSettings.ranking,
  models: readingSettings.models,
  judgement: readingSettings.judgement,
  llm: readingSettings.llm,
  query: runningSettings.query,
  server: runningSettings.server,
  calibration: readingSettings.calibration,
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})
