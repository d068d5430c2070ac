import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { createOllamaEmbedder, OLLAMA_PREFIX } from '../models/embed-ollama.ts'
import { createEmbedder } from '../models/embedder.ts'
import type { Embedder } from '../models/types.ts'
import type { LocalHttpClients } from './local-http-client.ts'

/** A first text makes Ollama load the weights. */
const LOADING_MS = 120_000

/** The model of the one setting `models.embedding`: a shipped or pulled folder, or `ollama:<model>`. */
export function openEmbedder(input: {
  readonly settings: Settings
  /** LYRA_HOME. */
  readonly home: string
  readonly log: Logger
  readonly posts: LocalHttpClients
}): Embedder {
  const { settings, home, log, posts } = input
  const { embedding: model, threads } = settings.models
  const device = settings.replay === '' ? settings.models.device : 'cpu'
  if (!model.startsWith(OLLAMA_PREFIX)) return createEmbedder({ home, model, threads, device, log })
  if (settings.replay !== '')
    throw new LyraError('INVALID_CONFIG', 'In replay no socket is opened: models.embedding cannot be an Ollama model')
  return createOllamaEmbedder({ model, endpoint: settings.llm.endpoint, post: posts.open(LOADING_MS) })
}
