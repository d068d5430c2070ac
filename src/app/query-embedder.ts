import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { localHttpClients } from './local-http-client.ts'
import { openEmbedder } from './open-embedder.ts'

export interface QueryEmbedder {
  embed(text: string, signal: AbortSignal): Promise<{ readonly modelId: string; readonly vector: Float32Array }>
  close(): Promise<void>
}

/** The embedding model of the settings by itself, loaded with the first question. */
export function openQueryEmbedder(settings: Settings, log: Logger): QueryEmbedder {
  const posts = localHttpClients(settings, log)
  let opened: ReturnType<typeof openEmbedder> | null = null
  return {
    embed: async (text, signal) => {
      opened ??= openEmbedder({ settings, home: settings.home, log, posts })
      const [vector = new Float32Array(opened.dimension)] = await opened.embed([text], signal)
      return { modelId: opened.modelId, vector }
    },
    close: () => posts.close(),
  }
}
