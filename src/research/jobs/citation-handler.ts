import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import type { JobHandler, JobOf } from '../../work/job-handler.ts'
import { followStep, nextStep, openChase } from '../citation-chase.ts'
import { CitationPlan } from '../citation-plan.ts'
import type { ConductorParts } from '../conductor-parts.ts'
import { finishChase } from '../finish-chase.ts'
import { callScope } from '../scope/left-out.ts'
import type { SearchCall } from '../search-call.ts'
import { type CitationPayload, citationPayload } from './payloads.ts'

type CitationJob = JobOf<CitationPayload>

/**
 * Follows citations, one paper per step. A waiting search of the task has priority: the chase yields at the next paper
 * and continues later. In a replay the recorded plan decides.
 */
export class CitationHandler implements JobHandler<CitationPayload> {
  readonly name = 'citations'
  readonly label = 'Following the citations'
  readonly payload = citationPayload
  readonly #parts: ConductorParts
  readonly #plan: CitationPlan | null

  constructor(parts: ConductorParts) {
    this.#parts = parts
    this.#plan = parts.citationSteps === undefined ? null : new CitationPlan(parts.store, parts.citationSteps)
  }

  mayRun({ task_id: taskId, payload }: CitationJob): boolean {
    return this.#plan === null || this.#plan.due(taskId ?? '') === payload.search_id
  }

  async run(job: CitationJob, { signal }: AbortController): Promise<'done' | 'later'> {
    const { jobs, clock, holdModel } = this.#parts
    const letGoOfModel = holdModel?.()
    try {
      const { deps, call, search, start } = await this.#open(job, signal)
      let chase = start
      for (;;) {
        signal.throwIfAborted()
        if (this.#plan === null ? jobs.isOutranked(job) : !this.mayRun(job)) return 'later'
        const step = this.#plan === null ? nextStep(this.#parts.settings.sources, chase) : this.#plan.take()
        if (step === null) {
          await finishChase(deps, call, search, chase, () => jobs.finish(job.id, 'done', null, isoTime(clock)))
          return 'done'
        }
        chase = await followStep(deps, call, chase, step)
      }
    } finally {
      letGoOfModel?.()
    }
  }

  /** The search keeps its result, with a warning about what is missing. */
  fail(job: CitationJob, failure: unknown): unknown {
    const { store, jobs, clock } = this.#parts
    const code = failure instanceof LyraError ? failure.code : 'PIPELINE_ERROR'
    // Cancelling a task ends its open jobs, including this one.
    if (code === 'CANCELLED') return failure
    const reason = failure instanceof Error ? failure.message : String(failure)
    const row = store.searches.get(job.payload.search_id)
    store.write(() => {
      jobs.finish(job.id, 'failed', code, isoTime(clock))
      if (row === null) return
      store.searches.update({ ...row, warnings: [...row.warnings, `citations: not followed to the end (${code})`] })
      this.#note(job, 'citations_failed', { code, reason }, job.cause_id)
    })
    return failure
  }

  parked(): void {}

  cancelled(job: CitationJob): void {
    const causeId = this.#parts.store.searches.get(job.payload.search_id)?.cause_id
    if (causeId !== undefined) this.#note(job, 'citations_cancelled', {}, causeId)
  }

  async #open(job: CitationJob, signal: AbortSignal) {
    const { store, embedder, jobs } = this.#parts
    const {
      search_id: searchId,
      papers,
      identifiers,
      kept,
      enriched,
      out_of_budget: outOfBudget,
      steering,
    } = job.payload
    const row = store.searches.get(searchId)
    const task = row === null ? null : store.tasks.get(row.task_id)
    if (row === null || task === null) throw new LyraError('NOT_FOUND', `There is no search ${searchId}`)
    const [queryVector] = await embedder.embed([row.query], signal)
    const deps = { ...this.#parts, memo: jobs.stageMemo(job.id) }
    const who = { taskId: task.id, searchId: row.id, query: row.query, causeId: job.cause_id }
    const call: SearchCall = { ...who, scope: callScope(row.options), signal, progress: () => {} }
    return {
      deps,
      call,
      search: { task, row, queryVector: queryVector ?? null, outOfBudget, kept },
      start: openChase(deps.memo, { papers, identifiers, lookedUp: enriched, warnings: row.warnings, steering }),
    }
  }

  #note(job: CitationJob, kind: string, data: Readonly<Record<string, unknown>>, causeId: string): void {
    const subject = { subjectType: 'search', subjectId: job.payload.search_id }
    this.#parts.store.events.append({ kind, taskId: job.task_id, ...subject, data, causeId })
  }
}
