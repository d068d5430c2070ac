import { existsSync } from 'node:fs'
import { LyraError } from '../../domain/errors.ts'
import type { Logger } from '../../domain/log.ts'
import type { Settings } from '../../domain/settings.ts'
import { type Measured, type MeasureOptions, measureEmbedder, measureModel } from '../../models/check/measure.ts'
import type { InUse, ModelSetting } from '../../models/check/verdict.ts'
import { createOllamaEmbedder, OLLAMA_PREFIX } from '../../models/embed-ollama.ts'
import { modelFolders } from '../../models/model-folder.ts'
import { localHttpClients } from '../local-http-client.ts'
import { EMBEDDED } from './embedded.ts'

/** A first text makes the server load the weights. */
const LOADING_MS = 120_000

/** Measures what the settings name for a task besides the embedded model: a new one has to be no worse than that. */
export async function measureInUse(
  task: Measured['task'],
  { settings, log, measure }: { readonly settings: Settings; readonly log: Logger; readonly measure: MeasureOptions },
): Promise<InUse> {
  const found: { [setting in ModelSetting]?: Measured } = {}
  const known = new Map<string, Measured | null>()
  for (const [setting, name] of namedFor(task, settings.models)) {
    if (name === '' || name === EMBEDDED[task]) continue
    const measured = known.has(name) ? known.get(name) : await measureOne(name, settings, log, measure)
    known.set(name, measured ?? null)
    if (measured?.task === task) found[setting] = measured
  }
  return found
}

function namedFor(task: Measured['task'], models: Settings['models']): readonly (readonly [ModelSetting, string])[] {
  if (task === 'vectors') return [['models.embedding', models.embedding]]
  return [
    ['models.nli', models.nli],
    ['models.nli_promotion', models.nli_promotion],
    ['models.nli_japanese', models.nli_japanese],
  ]
}

/** Null for what a default names and is not there, and for what cannot be run: neither decides anything today. */
async function measureOne(
  name: string,
  settings: Settings,
  log: Logger,
  measure: MeasureOptions,
): Promise<Measured | null> {
  try {
    if (name.startsWith(OLLAMA_PREFIX)) return await measureOllama(name, settings, log, measure)
    return modelFolders(name, measure).some((folder) => existsSync(folder)) ? await measureModel(name, measure) : null
  } catch (error) {
    measure.signal?.throwIfAborted()
    if (!(error instanceof LyraError)) throw error
    return null
  }
}

export async function measureOllama(
  name: string,
  settings: Settings,
  log: Logger,
  measure: Pick<MeasureOptions, 'set' | 'now' | 'signal'>,
): Promise<Measured> {
  const posts = localHttpClients(settings, log)
  try {
    const post = posts.open(LOADING_MS)
    return await measureEmbedder(
      createOllamaEmbedder({ model: name, endpoint: settings.llm.endpoint, post }),
      measure,
      null,
    )
  } finally {
    await posts.close()
  }
}
