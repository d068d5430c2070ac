import type { Store } from '../store/types.ts'

/** Events that record the order in which citations were followed between the searches of a task. */
export const CITATIONS_FOLLOWED = 'citations_followed'
export const CITATIONS_FINISHED = 'citations_chased'

/**
 * One step of following citations, as it happened: a paper of the n-th search, or (null) the taking in of what its
 * papers brought. Two runs with the same steps between the same searches come to the same graph (REQ 4.6 replay).
 */
export interface CitationStep {
  readonly search: number
  readonly paper: string | null
  /** How many searches of the task had ended by then. */
  readonly after: number
}

export function finishedSearchCount(store: Pick<Store, 'searches'>, taskId: string): number {
  return store.searches.ofTask(taskId).filter((search) => search.status !== 'running').length
}

/** The recorded steps, used up one by one. */
export class CitationPlan {
  readonly #store: Pick<Store, 'searches'>
  readonly #steps: CitationStep[]

  constructor(store: Pick<Store, 'searches'>, steps: readonly CitationStep[]) {
    this.#store = store
    this.#steps = [...steps]
  }

  /** The search whose citations come next, or null when another search comes first or nothing is left. */
  due(taskId: string): string | null {
    const step = this.#next(taskId)
    return step === null ? null : (this.#store.searches.ofTask(taskId)[step.search]?.id ?? null)
  }

  /** The step that is due, taken off the list. */
  take(): string | null {
    return this.#steps.shift()?.paper ?? null
  }

  #next(taskId: string): CitationStep | null {
    const [step] = this.#steps
    return step !== undefined && step.after <= finishedSearchCount(this.#store, taskId) ? step : null
  }
}
