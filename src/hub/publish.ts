import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { MEMBERS } from '../report/bundle/manifest.ts'
import { unpackSlice } from '../report/bundle/unpack-bundle.ts'
import { verifyBundle } from '../report/bundle/verify-bundle.ts'
import type { TermSource } from '../store/index-types.ts'
import type { BundleStore, StoredBundle } from './bundles/bundle-store.ts'
import type { HubConnection, Sql } from './connection.ts'
import { requireContentSchema } from './content-tables.ts'
import { type HubMerge, mergeIntoHub } from './merge-slice.ts'
import type { HeldSearch, SearchQueue } from './queue/search-queue.ts'
import { indexTexts, indexVectors } from './search/index-texts.ts'
import { dropDerivedOf } from './search/search-tables.ts'
import { whilePublishing } from './sweep-bundles.ts'

export type Published =
  | { readonly outcome: 'published' | 'already_published'; readonly generation: number }
  /** Another worker has the search, or it was cancelled: nothing was written. */
  | { readonly outcome: 'lease_lost' }

/** What the worker of a search tells beside its bundle. */
export interface CallTold {
  /** Of the call, by its contract. */
  readonly answer: unknown
  /** Of get_status, and what is known of the sources (L5). */
  readonly status: unknown
  readonly notes: unknown
}

export interface PublishOptions {
  readonly told?: CallTold | undefined
  /** Words of the texts; without it the texts are not found by words until `lyra hub init` has read them. */
  readonly terms?: TermSource | undefined
}

interface BundleFile {
  readonly path: string
  readonly manifestSha256: string
  readonly taskId: string
  readonly question: string
  readonly conclusions: string
  readonly slice: string
}

/**
 * The bundle of a finished search becomes what the hub knows of the task: rows, end of the search and new generation in
 * one transaction. Called again after a lost answer, it finds its own work.
 */
export async function publishSearch(
  hub: HubConnection,
  bundles: BundleStore,
  queue: Pick<SearchQueue, 'worker' | 'complete'>,
  held: HeldSearch,
  path: string,
  options: PublishOptions = {},
): Promise<Published> {
  return withBundle(path, async (file) => {
    if (file.taskId !== held.taskId) throw wrongTask(file.taskId, held.taskId)
    let put: string | null = null
    const publish = async (sql: Sql): Promise<Published> => {
      const state = await searchState(sql, held, queue.worker)
      if (state !== 'held') return state
      // Only now: nobody's file stays of a search that was cancelled or of a task that was deleted.
      await whilePublishing(sql)
      const stored = await bundles.put(file.path)
      put = stored.sha256
      await takeIn(sql, file, stored, { searchId: held.id, worker: queue.worker, after: held.task.generation }, options)
      // The lease may have ended while other merges went first.
      if (!(await queue.complete(sql, held, json(options.told?.answer)))) throw LEASE_LOST
      return { outcome: 'published', generation: held.task.generation + 1 }
    }
    const published = await hub.transaction(publish).catch((error: unknown): Published => {
      if (error === LEASE_LOST) return { outcome: 'lease_lost' }
      throw error
    })
    const before = held.task.bundleSha256
    // A task's next bundle holds all that the one before held.
    if (published.outcome === 'published' && before !== null && before !== put) await bundles.remove(before)
    return published
  })
}

/** Rolls everything back. */
const LEASE_LOST = new Error('the lease of the search is lost')

/** A task that was made outside of the hub; under the same id it must be a later bundle of the same task. */
export async function publishBundle(
  hub: HubConnection,
  bundles: BundleStore,
  path: string,
  owner: string,
  options: PublishOptions = {},
): Promise<{ readonly taskId: string; readonly generation: number; readonly merge: HubMerge }> {
  return withBundle(path, (file) =>
    hub.transaction(async (sql) => {
      const { question } = file
      await sql.run('INSERT INTO hub.tasks (id, question, owner) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [
        file.taskId,
        question,
        owner,
      ])
      const task = await lockTask(sql, file.taskId)
      if (task.question !== question)
        throw new LyraError('BUNDLE_REJECTED', `The hub has another task under the id ${file.taskId}`)
      if (await hasOpenSearch(sql, file.taskId))
        throw new LyraError('INVALID_PARAMS', `${file.taskId} has searches under way`, {
          hint: 'Wait for them, or cancel them, then push the bundle again',
        })
      await whilePublishing(sql)
      const origin = { searchId: null, worker: owner, after: task.generation }
      const merge = await takeIn(sql, file, await bundles.put(file.path), origin, options)
      return { taskId: file.taskId, generation: task.generation + 1, merge }
    }),
  )
}

/** Checks every byte, and lays the slice out. */
async function withBundle<T>(path: string, work: (file: BundleFile) => Promise<T>): Promise<T> {
  const bundle = await verifyBundle(path, null)
  const folder = mkdtempSync(join(tmpdir(), 'lyra-hub-'))
  try {
    const slice = join(folder, MEMBERS.slice)
    await unpackSlice(bundle, slice)
    const { task, conclusions } = bundle.manifest
    return await work({
      ...{ path, taskId: task.id, question: task.question, conclusions: conclusions.sha256, slice },
      manifestSha256: bundle.manifestSha256,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const idRow = z.object({ id: z.string() })
const searchRow = z.object({ state: z.string() })
const generationRow = z.object({ generation: z.number() })
const MINE = 'SELECT state FROM hub.searches WHERE id = $1 AND worker = $2 AND claim = $3'

/** The task is locked before the search, as whoever deletes it does. */
async function searchState(sql: Sql, { id, taskId, job }: HeldSearch, worker: string): Promise<'held' | Published> {
  const tasks = await sql.rows(idRow, 'SELECT id FROM hub.tasks WHERE id = $1 FOR UPDATE', [taskId])
  const [row] = tasks.length === 0 ? [] : await sql.rows(searchRow, MINE, [id, worker, job.retryCount])
  if (row?.state === 'running') return 'held'
  if (row?.state !== 'done') return { outcome: 'lease_lost' }
  const [done] = await sql.rows(generationRow, 'SELECT generation FROM hub.publications WHERE search_id = $1', [id])
  return done === undefined ? { outcome: 'lease_lost' } : { outcome: 'already_published', ...done }
}

const taskRow = z.object({ question: z.string(), generation: z.number() })

async function lockTask(sql: Sql, taskId: string): Promise<z.infer<typeof taskRow>> {
  const [task] = await sql.rows(taskRow, 'SELECT question, generation FROM hub.tasks WHERE id = $1 FOR UPDATE', [
    taskId,
  ])
  if (task === undefined) throw new LyraError('TASK_NOT_FOUND', `The hub has no task ${taskId}`)
  return task
}

async function hasOpenSearch(sql: Sql, taskId: string): Promise<boolean> {
  const statement = `SELECT 1 AS found FROM hub.searches WHERE task_id = $1 AND state IN ('queued', 'running') LIMIT 1`
  return (await sql.rows(z.object({ found: z.number() }), statement, [taskId])).length > 0
}

interface Origin {
  readonly searchId: number | null
  readonly worker: string
  /** The generation that the bundle was built on. */
  readonly after: number
}

async function takeIn(
  sql: Sql,
  file: BundleFile,
  { sha256, bytes }: StoredBundle,
  { searchId, worker, after }: Origin,
  { told, terms }: PublishOptions,
): Promise<HubMerge> {
  await requireContentSchema(sql)
  const { generation } = await lockTask(sql, file.taskId)
  if (generation !== after)
    throw new LyraError('BUNDLE_REJECTED', `${file.taskId} was built on bundle ${after}, the hub has ${generation}`)
  const started = performance.now()
  const before = await sql.rows(idRow, 'SELECT id FROM lyra.claims WHERE task_id = $1', [file.taskId])
  const merge = await mergeIntoHub(sql, file.slice, file.taskId)
  await dropDerivedOf(sql, before)
  if (terms !== undefined) await indexTexts(sql, terms, file.taskId)
  await indexVectors(sql, file.taskId)
  await sql.run(
    `INSERT INTO hub.publications (task_id, generation, search_id, bundle_sha256, bytes, worker, merge_ms, rows)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[file.taskId, after + 1, searchId, sha256, bytes, worker],
      ...[performance.now() - started, JSON.stringify(merge)],
    ],
  )
  await sql.run(
    `UPDATE hub.tasks SET generation = $2, bundle_sha256 = $3, conclusions_sha256 = $4, manifest_sha256 = $5,
      status = $6, notes = $7 WHERE id = $1`,
    [
      ...[file.taskId, after + 1, sha256, file.conclusions, file.manifestSha256],
      ...[json(told?.status), json(told?.notes)],
    ],
  )
  return merge
}

function json(value: unknown): string | null {
  // A NUL has no place in PostgreSQL's JSON, escaped as little as plain.
  return value === undefined ? null : JSON.stringify(value, (_, one) => (typeof one === 'string' ? plain(one) : one))
}

function plain(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

function wrongTask(given: string, wanted: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The bundle is of ${given}, the search of ${wanted}`)
}
