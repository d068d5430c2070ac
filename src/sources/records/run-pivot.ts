import type { PivotMeasure, PivotSeed } from '../../domain/pivot.ts'
import type { RecordIdentifier } from '../../domain/public-record.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { Pivot, PivotStep } from './pivots.ts'
import type { AnsweredQuestion, AskSource, FoundBySource } from './types.ts'

export interface PivotRun {
  readonly records: readonly FoundBySource[]
  readonly measures: readonly PivotMeasure[]
}

type AskAll = (
  identifier: RecordIdentifier,
  isNamed: boolean,
) => Promise<readonly { readonly source: string; readonly answer: AnsweredQuestion }[]>

/** Most values of one attribute that a pivot goes on with: a page of certificates names many. */
const MOST_VALUES = 2

/**
 * All steps from a thing, and from what it is (`followed_by`): a corporate number is a company. A thing without steps
 * of its own is looked up at every source that knows it.
 */
export async function runPivot(
  ask: AskSource,
  askAll: AskAll,
  pivots: readonly Pivot[],
  seed: PivotSeed,
): Promise<PivotRun> {
  const pivot = pivots.find(({ kind }) => kind === seed.kind)
  if (pivot === undefined) {
    const told = await askAll({ type: seed.kind, value: seed.value }, true)
    return {
      records: told.flatMap(({ answer }) => answer.records),
      measures: told.map(({ source, answer }) =>
        measured({ ask: 'record', source, by: seed.kind }, seed.value, [answer]),
      ),
    }
  }
  const own = await runSteps(ask, pivot.steps, seed, [])
  const next = pivot.followed_by === undefined ? undefined : pivots.find(({ kind }) => kind === pivot.followed_by)
  if (next === undefined) return own
  const name = nameOf(own.records)
  const further = await runSteps(ask, next.steps, { kind: next.kind, value: name, number: seed }, own.records)
  return { records: [...own.records, ...further.records], measures: [...own.measures, ...further.measures] }
}

/** What steps start from: a thing by its number or name, and the number by which its name was found. */
interface StartedFrom {
  readonly kind: string
  readonly value: string | null
  readonly number?: PivotSeed
}

/** Steps one after the other, each with what those before it found. */
export async function runSteps(
  ask: AskSource,
  steps: readonly PivotStep[],
  seed: StartedFrom,
  before: readonly FoundBySource[],
): Promise<PivotRun> {
  const records: FoundBySource[] = []
  const measures: PivotMeasure[] = []
  for (const step of steps) {
    const values = valuesFor(step, seed, [...before, ...records])
    const answers: AnsweredQuestion[] = []
    for (const value of values) answers.push(await ask(step.source, { type: step.by, value }))
    records.push(...answers.flatMap((answer) => answer.records))
    measures.push(measured({ ...step, ask: step.ask ?? step.source }, values[0] ?? null, answers))
  }
  return { records, measures }
}

function valuesFor(
  { by, from }: PivotStep,
  { value: ofSeed, number }: StartedFrom,
  found: readonly FoundBySource[],
): readonly string[] {
  const given = number !== undefined && number.kind === from ? [number.value] : []
  const values = from === undefined ? [ofSeed ?? ''] : [...given, ...valuesNamed(found, from)]
  const spelled = ['domain', 'subdomains', 'archived_domain'].includes(by) ? values.map(domainIn) : values
  return [...new Set(spelled)].filter((value) => value !== '').slice(0, MOST_VALUES)
}

/** Of records of the thing itself: a namesake leads elsewhere. */
function valuesNamed(found: readonly FoundBySource[], wanted: string): readonly string[] {
  return found
    .filter(({ isSame }) => isSame)
    .flatMap(({ record: { attributes, identifiers } }) => [
      ...attributes.filter(({ name }) => name === wanted).map(({ value }) => value),
      ...identifiers.filter(({ type }) => type === wanted).map(({ value }) => value),
    ])
}

/** A website names its domain. */
function domainIn(value: string): string {
  return registrableDomain(value.includes('://') ? value : `https://${value}`) ?? ''
}

/** What the registers call the thing that was looked up by its number. */
function nameOf(found: readonly FoundBySource[]): string | null {
  const told = found.filter(({ isWhole }) => isWhole)
  const named = told.flatMap(({ record }) => record.attributes.find(({ name }) => name === 'name')?.value ?? [])
  return named[0] ?? told[0]?.record.title ?? null
}

function measured(
  { ask, source, by }: { readonly ask: string; readonly source: string; readonly by: string },
  value: string | null,
  answers: readonly AnsweredQuestion[],
): PivotMeasure {
  const records = answers.flatMap((answer) => answer.records)
  const told = answers.find(({ outcome }) => outcome === 'ok') ?? answers[0]
  return {
    ...{ ask, source, by, value },
    outcome: told?.outcome ?? 'not_asked',
    reason: told === undefined ? 'nothing found so far names what it is asked by' : told.reason,
    found: records.length,
    same_name: records.filter(({ isSame }) => isSame).length,
  }
}
