import { z } from 'zod'

/** Setting llm.api. */
export type LlmApi = 'ollama' | 'openai'

type Schema = Readonly<Record<string, unknown>>

/** How one kind of local server is asked, and where its answer stands. */
export interface LlmDialect {
  readonly path: string
  body(model: string, prompt: string, schema: Schema): object
  /** Null: no message in the answer. */
  contentOf(text: string): string | null
  /** Asks the server to free the model's memory; null: it has no such request. */
  readonly unload: ((model: string) => object) | null
}

/** Where nobody says that the task is over, or Lyra is gone, Ollama frees the memory by itself. */
const KEEP_ALIVE = '60s'

const ollamaAnswer = z.object({ message: z.object({ content: z.string() }) })
const openaiAnswer = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) })

/** Temperature 0 and a fixed seed in both: the same page gives the same claims. */
export const DIALECTS: Readonly<Record<LlmApi, LlmDialect>> = {
  ollama: {
    path: '/api/chat',
    body: (model, prompt, schema) => ({
      model,
      stream: false,
      format: schema,
      options: { temperature: 0, seed: 1 },
      keep_alive: KEEP_ALIVE,
      messages: [{ role: 'user', content: prompt }],
    }),
    contentOf: (text) => ollamaAnswer.safeParse(jsonOf(text)).data?.message.content ?? null,
    unload: (model) => ({ model, messages: [], keep_alive: 0 }),
  },
  openai: {
    path: '/v1/chat/completions',
    body: (model, prompt, schema) => ({
      model,
      stream: false,
      temperature: 0,
      seed: 1,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
      messages: [{ role: 'user', content: prompt }],
    }),
    contentOf: (text) => openaiAnswer.safeParse(jsonOf(text)).data?.choices[0]?.message.content ?? null,
    unload: null,
  },
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
