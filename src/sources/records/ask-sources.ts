import { isSuccess } from '../../domain/outcome.ts'
import { identifierKey } from '../../domain/paper.ts'
import type { RecordIdentifier } from '../../domain/public-record.ts'
import type { Pivot, PivotStep } from './pivots.ts'
import type { ArchivedRecord, RecordAnswer, RecordCall, RecordOutcome, RecordSource } from './types.ts'

/** What the sources of a search told. */
export interface AskedSources {
  readonly found: readonly FoundBySource[]
  /** Each look-up and search that was made: `gleif lei:5493...`. */
  readonly asked: readonly string[]
  readonly warnings: readonly string[]
}

export interface FoundBySource extends ArchivedRecord {
  readonly isWhole: boolean
}

export interface RecordDesk {
  /** Every source that knows the number, or the steps of its pivot where the query itself names it. */
  lookUp(identifier: RecordIdentifier, inQuery: boolean): Promise<void>
  search(source: RecordSource, query: string, limit: number): Promise<void>
  told(): AskedSources
}

/** After these a source would refuse the next question just the same. */
const FINAL: readonly RecordOutcome[] = [
  ...(['no_key', 'bad_key', 'no_contact', 'quota', 'maintenance', 'parser_broken'] as const),
  ...(['rate_limited', 'blocked', 'cancelled', 'dns', 'tls', 'connection', 'offline'] as const),
]

/** What is no news: nobody knows it, the archive has none, or nobody has given a key for what a page mentions. */
const QUIET: readonly RecordOutcome[] = ['not_found', 'gone', 'replay_miss']

/** One search's questions to public sources, within its budget; a source that refuses is not asked again. */
export function openDesk(
  sources: readonly RecordSource[],
  pivots: readonly Pivot[],
  call: RecordCall,
  budget: { readonly requests: number; readonly results: number; readonly asked: readonly string[] },
): RecordDesk {
  const found: FoundBySource[] = []
  const asked: string[] = []
  const known = new Set(budget.asked)
  const refusedBy = new Set<string>()
  const warnings = new Set<string>()
  let left = budget.requests - budget.asked.length
  let unasked = 0

  async function ask(
    source: RecordSource,
    question: string,
    isNamed: boolean,
    send: () => Promise<RecordAnswer>,
  ): Promise<readonly FoundBySource[]> {
    const key = `${source.description.name} ${question}`
    if (known.has(key) || refusedBy.has(source.description.name)) return []
    if (left <= 0) {
      unasked += 1
      return []
    }
    known.add(key)
    asked.push(key)
    left -= 1
    const { outcome, reason, records } = await send()
    if (FINAL.includes(outcome)) refusedBy.add(source.description.name)
    if (outcome === 'no_key') left += 1
    const isQuiet = QUIET.includes(outcome) || (outcome === 'no_key' && !isNamed)
    if ((!isSuccess(outcome as 'ok') && !isQuiet) || (isSuccess(outcome as 'ok') && reason !== null))
      warnings.add(`source ${source.description.name}: ${outcome}${reason === null ? '' : ` (${reason})`}`)
    return records.map((record) => ({ ...record, isWhole: !question.startsWith('search ') }))
  }

  const lookUpAt = (source: RecordSource, identifier: RecordIdentifier, isNamed: boolean) =>
    ask(source, identifierKey(identifier), isNamed, () => source.lookUp(identifier, call))
  const searchAt = async (source: RecordSource, query: string, limit: number, isNamed: boolean) =>
    source.search === null
      ? []
      : ask(source, `search ${query}`, isNamed, async () => source.search?.(query, limit, call) ?? NOTHING)

  async function runStep(step: PivotStep, identifier: RecordIdentifier, sofar: readonly FoundBySource[]) {
    const source = sources.find(({ description }) => description.name === step.source)
    if (source === undefined) return []
    const values = step.from === undefined ? [identifier.value] : valuesOf(sofar, step.from)
    const records: FoundBySource[] = []
    for (const value of values)
      records.push(
        ...(step.by === 'name'
          ? await searchAt(source, value, budget.results, true)
          : await lookUpAt(source, { type: step.by, value }, true)),
      )
    return records
  }

  return {
    async lookUp(identifier, inQuery) {
      const pivot = inQuery ? pivots.find(({ kind }) => kind === identifier.type) : undefined
      const records: FoundBySource[] = []
      if (pivot === undefined)
        for (const source of sources.filter((one) => one.knows(identifier)))
          records.push(...(await lookUpAt(source, identifier, inQuery)))
      else for (const step of pivot.steps) records.push(...(await runStep(step, identifier, records)))
      found.push(...records)
    },
    async search(source, query, limit) {
      found.push(...(await searchAt(source, query, limit, true)))
    },
    told: () => {
      const rest = unasked === 0 ? [] : [`public sources: ${unasked} questions left out (sources.record_requests)`]
      return { found, asked, warnings: [...warnings, ...rest] }
    },
  }
}

const NOTHING: RecordAnswer = { source: '', outcome: 'not_found', reason: null, records: [] }

/** Most values of one attribute that a pivot goes on with: a page of certificates names many. */
const MOST_VALUES = 2

function valuesOf(found: readonly FoundBySource[], attribute: string): readonly string[] {
  const told = found.flatMap(({ record }) => record.attributes.filter(({ name }) => name === attribute))
  return [...new Set(told.map(({ value }) => value))].slice(0, MOST_VALUES)
}
