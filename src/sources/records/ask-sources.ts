import { isSuccess } from '../../domain/outcome.ts'
import { identifierKey } from '../../domain/paper.ts'
import type { PivotMeasure, PivotSeed } from '../../domain/pivot.ts'
import type { RecordIdentifier } from '../../domain/public-record.ts'
import type { Pivot } from './pivots.ts'
import { runPivot, runSteps } from './run-pivot.ts'
import { bearsName } from './same-name.ts'
import type {
  AnsweredQuestion,
  AskSource,
  FoundBySource,
  RecordAnswer,
  RecordCall,
  RecordOutcome,
  RecordSource,
} from './types.ts'

/** What the sources of a search told. */
export interface AskedSources {
  readonly found: readonly FoundBySource[]
  /** Each look-up and search that was made: `gleif lei:5493...`. */
  readonly asked: readonly string[]
  readonly warnings: readonly string[]
}

export interface RecordDesk {
  /** Every source that knows the number, or the steps of its pivot where the query itself names it. */
  lookUp(identifier: RecordIdentifier, inQuery: boolean): Promise<void>
  search(source: RecordSource, query: string, limit: number): Promise<void>
  /** All steps that lead on from a thing, and what became of each. */
  pivot(seed: PivotSeed): Promise<readonly PivotMeasure[]>
  told(): AskedSources
}

/** After these a source would refuse the next question just the same. */
const FINAL: readonly RecordOutcome[] = [
  ...(['no_key', 'bad_key', 'no_contact', 'quota', 'maintenance', 'parser_broken'] as const),
  ...(['rate_limited', 'blocked', 'cancelled', 'dns', 'tls', 'connection', 'offline'] as const),
]

/** What is no news: nobody knows it, the archive has none, or nobody has given a key for what a page mentions. */
const QUIET: readonly RecordOutcome[] = ['not_found', 'gone', 'replay_miss']

interface DeskBudget {
  readonly requests: number
  /** The setting that says so. */
  readonly setting?: string
  readonly results: number
  /** What the search has asked within this budget, and beside it. */
  readonly asked: readonly string[]
  readonly before?: readonly string[]
}

/** One search's questions to public sources, within its budget; a source that refuses is not asked again. */
export function openDesk(
  sources: readonly RecordSource[],
  pivots: readonly Pivot[],
  call: RecordCall,
  budget: DeskBudget,
): RecordDesk {
  const found: FoundBySource[] = []
  const asked: string[] = []
  const known = new Set([...budget.asked, ...(budget.before ?? [])])
  const refusedBy = new Map<string, string>()
  const warnings = new Set<string>()
  const setting = budget.setting ?? 'sources.record_requests'
  let left = budget.requests - budget.asked.length
  let unasked = 0

  async function ask(
    source: RecordSource,
    question: string,
    isNamed: boolean,
    send: () => Promise<RecordAnswer>,
  ): Promise<AnsweredQuestion> {
    const { name } = source.description
    const key = `${name} ${question}`
    if (known.has(key)) return notAsked('asked already')
    const refusal = refusedBy.get(name)
    if (refusal !== undefined) return notAsked(`it refused an earlier question: ${refusal}`)
    if (left <= 0) {
      unasked += 1
      return notAsked(`${setting} are spent`)
    }
    known.add(key)
    asked.push(key)
    left -= 1
    const { outcome, reason, records } = await send()
    if (FINAL.includes(outcome)) refusedBy.set(name, outcome)
    if (outcome === 'no_key') left += 1
    const isQuiet = QUIET.includes(outcome) || (outcome === 'no_key' && !isNamed)
    if ((!isSuccess(outcome as 'ok') && !isQuiet) || (isSuccess(outcome as 'ok') && reason !== null))
      warnings.add(`source ${name}: ${outcome}${reason === null ? '' : ` (${reason})`}`)
    return { outcome, reason, records: records.map((record) => ({ ...record, isWhole: true, isSame: true })) }
  }

  const lookUpAt = (source: RecordSource, identifier: RecordIdentifier, isNamed: boolean) =>
    ask(source, identifierKey(identifier), isNamed, () => source.lookUp(identifier, call))

  async function searchAt(source: RecordSource, query: string, limit: number): Promise<AnsweredQuestion> {
    const { search } = source
    if (search === null) return notAsked('it cannot be searched')
    const answer = await ask(source, `search ${query}`, true, () => search(query, limit, call))
    const records = answer.records.map((one) => ({ ...one, isWhole: false, isSame: bearsName(one.record, query) }))
    return { ...answer, records }
  }

  const askNamed: AskSource = async (name, identifier) => {
    const source = sources.find(({ description }) => description.name === name)
    if (source === undefined) return notAsked('it is switched off (sources.records_off)')
    return identifier.type === 'name'
      ? searchAt(source, identifier.value, budget.results)
      : lookUpAt(source, identifier, true)
  }

  const askAll = async (identifier: RecordIdentifier, isNamed: boolean) => {
    const told: { readonly source: string; readonly answer: AnsweredQuestion }[] = []
    for (const source of sources.filter((one) => one.knows(identifier)))
      told.push({ source: source.description.name, answer: await lookUpAt(source, identifier, isNamed) })
    return told
  }

  return {
    async lookUp(identifier, inQuery) {
      const pivot = inQuery ? pivots.find(({ kind }) => kind === identifier.type) : undefined
      if (pivot !== undefined) {
        const steps = pivot.steps.filter(({ deep }) => !deep)
        const seed = { kind: identifier.type, value: identifier.value }
        found.push(...(await runSteps(askNamed, steps, seed, [])).records)
        return
      }
      for (const { answer } of await askAll(identifier, inQuery)) found.push(...answer.records)
    },
    async search(source, query, limit) {
      found.push(...(await searchAt(source, query, limit)).records)
    },
    async pivot(seed) {
      const { records, measures } = await runPivot(askNamed, askAll, pivots, seed)
      found.push(...records)
      return measures
    },
    told: () => {
      const rest = unasked === 0 ? [] : [`public sources: ${unasked} questions left out (${setting})`]
      return { found, asked, warnings: [...warnings, ...rest] }
    },
  }
}

function notAsked(reason: string): AnsweredQuestion {
  return { outcome: 'not_asked', reason, records: [] }
}
