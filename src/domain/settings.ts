import { z } from 'zod'
import { extractionSettings } from './settings/extraction.ts'
import { networkSettings } from './settings/network.ts'
import { runtimeSettings } from './settings/runtime.ts'
import { searchSettings } from './settings/search.ts'

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
  log: runtimeSettings.log,
  task: runtimeSettings.task,
  jobs: runtimeSettings.jobs,
  human: runtimeSettings.human,
  net: networkSettings.net,
  browser: networkSettings.browser,
  freshness: networkSettings.freshness,
  engines: searchSettings.engines,
  explore: searchSettings.explore,
  sources: searchSettings.sources,
  extract: extractionSettings.extract,
  documents: extractionSettings.documents,
  ranking: extractionSettings.ranking,
  models: extractionSettings.models,
  judgement: extractionSettings.judgement,
  llm: extractionSettings.llm,
  report: runtimeSettings.report,
  query: runtimeSettings.query,
  server: runtimeSettings.server,
  calibration: extractionSettings.calibration,
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})
