import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import type { Logger } from '../../domain/log.ts'
import type { Settings } from '../../domain/settings.ts'
import { type CheckSet, readCheckSet } from '../../models/check/check-set.ts'
import { type Measured, measureModel } from '../../models/check/measure.ts'
import { type AsideReason, judgeModel } from '../../models/check/verdict.ts'
import { OLLAMA_PREFIX } from '../../models/embed-ollama.ts'
import { saveSettings } from '../save-setting.ts'
import { EMBEDDED } from './embedded.ts'
import { measureInUse, measureOllama } from './in-use.ts'
import { type LocalServer, openLocalServer } from './local-server.ts'
import { distinct } from './shelve-model.ts'

export interface LocalInput {
  readonly settings: Settings
  readonly model: string
  readonly log: Logger
  readonly anyway: boolean
  readonly fetchOnly: boolean
  readonly now: () => number
  readonly onProgress?: (message: string) => void
  /** The one that ships unless a test brings its own. */
  readonly set?: CheckSet
  readonly signal?: AbortSignal
}

/** How it ended; a language model is not measured, a model of vectors is, beside the embedded one. */
export type LocalPull =
  | { readonly outcome: 'in use'; readonly set: Readonly<Record<string, string>>; readonly saved_in: string }
  | { readonly outcome: 'there'; readonly set: Readonly<Record<string, string>> }
  | { readonly outcome: 'not taken'; readonly reason: AsideReason; readonly why: string }

export interface LocalPulled {
  readonly model: string
  readonly digest: string | null
  readonly pulled: LocalPull
  readonly candidate: Measured | null
  readonly embedded: Measured | null
  /** What the settings named instead of the embedded one before this pull. */
  readonly in_use: readonly Measured[]
}

const PULL_MS = 12 * 3600 * 1000
const LOOK_MS = 30_000

const progressLine = z.object({
  status: z.string().optional(),
  error: z.string().optional(),
  total: z.number().optional(),
  completed: z.number().optional(),
})
const tagList = z.object({ models: z.array(z.object({ name: z.string(), digest: z.string().optional() })) })
const shown = z.object({ capabilities: z.array(z.string()).default([]) })
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Has the local Ollama fetch a model (`POST /api/pull`) and names it in the settings. */
export async function pullFromOllama(input: LocalInput): Promise<LocalPulled> {
  const { settings, model, log, signal } = input
  const server = openLocalServer(settings, log, signal)
  try {
    await ollamaPull(server, input)
    const digest = await digestOf(server, model)
    const about = shown.safeParse(json((await server.ask('/api/show', { body: { model }, timeoutMs: LOOK_MS })).text))
    const capabilities = about.success ? about.data.capabilities : []
    const forVectors = capabilities.includes('embedding') && !capabilities.includes('completion')
    if (forVectors) return await takeVectors(input, digest)
    const set = { 'llm.model': model, 'llm.api': 'ollama' }
    return { model, digest, pulled: finish(input, set), candidate: null, embedded: null, in_use: [] }
  } finally {
    await server.close()
  }
}

async function ollamaPull(server: LocalServer, { model, onProgress }: LocalInput): Promise<void> {
  let ended = ''
  let failed = ''
  const { status, text } = await server.ask('/api/pull', {
    body: { model, stream: true },
    timeoutMs: PULL_MS,
    onLine: (line) => {
      const parsed = progressLine.safeParse(json(line))
      if (!parsed.success) return
      const { status: said = '', error = '', total = 0, completed = 0 } = parsed.data
      if (error !== '') failed = error
      ended = said === '' ? ended : said
      onProgress?.(total > 0 ? `${said}: ${Math.floor((completed * 100) / total)} % of ${total} bytes` : said)
    },
  })
  const last = progressLine.safeParse(json(text.trimEnd().split('\n').at(-1) ?? ''))
  const reason = failed || (last.success ? (last.data.error ?? '') : '')
  const done = ended === 'success' || (last.success && last.data.status === 'success')
  if (status !== 200 || reason !== '' || !done)
    throw new LyraError('MODEL_NOT_READY', `Ollama did not fetch ${model}: ${reason || `it ended with "${ended}"`}`, {
      hint: 'Run the same command again: Ollama keeps what has arrived',
      details: { model, status },
    })
}

async function digestOf(server: LocalServer, model: string): Promise<string | null> {
  const parsed = tagList.safeParse(json((await server.ask('/api/tags', { timeoutMs: LOOK_MS })).text))
  const names = [model, `${model}:latest`]
  return (parsed.success ? parsed.data.models : []).find(({ name }) => names.includes(name))?.digest ?? null
}

async function takeVectors(input: LocalInput, digest: string | null): Promise<LocalPulled> {
  const { settings, model, log, now, signal } = input
  const name = `${OLLAMA_PREFIX}${model}`
  const set = input.set ?? readCheckSet()
  const measure = { home: settings.home, threads: settings.models.threads, set, now, signal }
  const candidate = await measureOllama(name, settings, log, measure)
  const embedded = await measureModel(EMBEDDED.vectors, measure)
  const inUse = await measureInUse('vectors', { settings, log, measure })
  const verdict = judgeModel(candidate, embedded, inUse)
  const pulled: LocalPull =
    verdict.worth || input.anyway
      ? finish(input, { 'models.embedding': name })
      : { outcome: 'not taken', reason: verdict.reason, why: verdict.why }
  return { model, digest, pulled, candidate, embedded, in_use: distinct(inUse) }
}

/** Names a model that an OpenAI-compatible server on this machine already serves (`GET /v1/models`). */
export async function useOpenAiModel(input: LocalInput): Promise<LocalPulled> {
  const { settings, model, log, signal } = input
  const server = openLocalServer(settings, log, signal)
  try {
    const { status, text } = await server.ask('/v1/models', { timeoutMs: LOOK_MS })
    const parsed = modelList.safeParse(json(text))
    if (status !== 200 || !parsed.success)
      throw new LyraError('MODEL_NOT_READY', `${settings.llm.endpoint} is no OpenAI-compatible server`)
    const names = parsed.data.data.map(({ id }) => id)
    if (!names.includes(model))
      throw new LyraError('NOT_FOUND', `${settings.llm.endpoint} does not serve ${model}`, {
        hint: names.length === 0 ? 'It serves no model' : `It serves ${names.slice(0, 10).join(', ')}`,
      })
    const set = { 'llm.model': model, 'llm.api': 'openai', 'llm.endpoint': settings.llm.endpoint }
    return { model, digest: null, pulled: finish(input, set), candidate: null, embedded: null, in_use: [] }
  } finally {
    await server.close()
  }
}

function finish({ settings, fetchOnly }: LocalInput, set: Readonly<Record<string, string>>): LocalPull {
  return fetchOnly ? { outcome: 'there', set } : { outcome: 'in use', set, saved_in: saveSettings(settings.home, set) }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
