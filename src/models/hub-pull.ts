import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { type HubFetch, openHub } from './hub.ts'
import { sizeOf } from './hub-file.ts'
import { planFiles } from './hub-files.ts'
import { type ReadCard, readCard } from './model-card.ts'
import type { EmbeddingConfig, NliConfig } from './model-folder.ts'
import { loadModelRuntime } from './model-runtime.ts'
import { ASIDE, moveTo, originOf, partName, shelfName, UNDER_WAY } from './shelf.ts'

export interface PullOptions {
  /** `owner/name` on the hub. */
  readonly repository: string
  readonly revision?: string
  readonly endpoint: string
  /** LYRA_HOME/models. */
  readonly shelf: string
  readonly fetch: HubFetch
  readonly onProgress?: (message: string) => void
  readonly signal?: AbortSignal | undefined
  /** Names of the graph's inputs and outputs; the runtime's unless a test brings its own. */
  readonly inspect?: (
    modelPath: string,
  ) => Promise<{ readonly inputs: readonly string[]; readonly outputs: readonly string[] }>
}

/** A whole model, checked by hash, not yet on the shelf. */
export interface Fetched extends ReadCard {
  readonly name: string
  readonly folder: string
  readonly commit: string
  readonly bytes: number
}

const written = z.object({ unnamed_labels: z.boolean().default(false) })

/**
 * Fetches an encoder or stance model from the hub into a waiting room of LYRA_HOME/models. A pull that was cut short
 * leaves its parts, and the next one of the same commit goes on with them; a repository that cannot be used leaves
 * nothing.
 */
export async function fetchModel(options: PullOptions): Promise<Fetched> {
  const { repository, onProgress = () => {} } = options
  if (!/^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/.test(repository) || repository.includes('..'))
    throw new LyraError('INVALID_PARAMS', `A model is named owner/name, not "${repository}"`)
  const hub = openHub({ ...options, revision: options.revision ?? 'main' })
  const commit = await hub.commit()
  const files = await hub.files(commit)
  const downloads = planFiles(repository, files, process.arch)
  const bytes = downloads.reduce((sum, { file }) => sum + sizeOf(file), 0)
  const room = join(options.shelf, UNDER_WAY, partName(repository))
  const folder = join(room, commit)
  dropOtherCommits(room, commit)
  const name = shelfName(options.shelf, repository)
  reuse(options.shelf, name, { source: repository, commit }, folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  requireSpace(folder, bytes)
  let done = 0
  for (const { file, as } of downloads) {
    await hub.download(commit, file, join(folder, as), (more) => {
      done += more
      onProgress(`${file.path}: ${Math.floor((done * 100) / Math.max(bytes, 1))} % of ${bytes} bytes`)
    })
  }
  const read = async (path: string) =>
    files.some((file) => file.path === path) ? await hub.json(commit, path) : undefined
  const card = {
    config: await read('config.json'),
    pooling: await read('1_Pooling/config.json'),
    length: await read('sentence_bert_config.json'),
  }
  try {
    const graph = await (options.inspect ?? inspectGraph)(join(folder, 'model.onnx'))
    const { config, unnamedLabels } = readCard(repository, card, graph)
    // The commit is part of the name, so that vectors and verdicts of two versions are told apart.
    const named = { ...config, name: `${repository}@${commit.slice(0, 7)}`, source: repository, commit }
    writeConfig(folder, named, unnamedLabels)
    return { name, folder, commit, bytes, config: named, unnamedLabels }
  } catch (error) {
    rmSync(room, { recursive: true, force: true })
    throw error
  }
}

export function writeConfig(folder: string, config: EmbeddingConfig | NliConfig, unnamedLabels = false): void {
  const extra = unnamedLabels ? { unnamed_labels: true } : {}
  writeFileSync(join(folder, 'config.json'), `${JSON.stringify({ ...config, ...extra }, null, 2)}\n`)
}

/** Whether the label map of this folder says nothing (LABEL_0), so that its order is to be measured. */
export function hasUnnamedLabels(folder: string): boolean {
  const parsed = written.safeParse(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')))
  return parsed.success && parsed.data.unnamed_labels
}

/** The same commit, fetched before and set aside, is not fetched again. */
function reuse(shelf: string, name: string, wanted: { source: string; commit: string }, folder: string): void {
  const aside = join(shelf, ASIDE, name)
  const { source, commit } = originOf(aside) ?? {}
  if (source === wanted.source && commit === wanted.commit) moveTo(aside, folder)
}

/** Parts of another commit are of no use any more. */
function dropOtherCommits(room: string, commit: string): void {
  if (!existsSync(room)) return
  for (const entry of readdirSync(room))
    if (entry !== commit) rmSync(join(room, entry), { recursive: true, force: true })
}

function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const there = readdirSync(folder).length > 0
  if (!there && bavail * bsize < bytes)
    throw new LyraError('STORE_UNAVAILABLE', `The disk has ${bavail * bsize} bytes free, and the model needs ${bytes}`)
}

async function inspectGraph(modelPath: string) {
  const ort = await loadModelRuntime()
  try {
    const session = await ort.InferenceSession.create(modelPath, { intraOpNumThreads: 1 })
    const names = { inputs: [...session.inputNames], outputs: [...session.outputNames] }
    await session.release()
    return names
  } catch (cause) {
    throw new LyraError('MODEL_NOT_READY', 'The graph that was fetched does not load', { cause })
  }
}
