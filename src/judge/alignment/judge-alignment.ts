import type { AlarmGround } from '../../domain/alarm-ground.ts'
import { ALARM_FEATURES, type AlarmFeatures, alarmFeatures } from './alarm-features.ts'
import { ALARM_KINDS, ALARM_WEIGHTS, type AlarmKind } from './alarm-weights.ts'
import type { Alignment } from './align-statement.ts'
import type { Exchange } from './exchange.ts'
import type { HeldPlace, HeldPlaces } from './held-places.ts'
import type { StatementReadings } from './statement-readings.ts'
import type { TurnedWord } from './word-for-word.ts'

export const ALIGNMENT_VERDICTS = [
  'supported',
  'partly',
  'contradicted',
  'not in the evidence',
  'number differs',
  'quote differs',
] as const
export type AlignmentVerdict = (typeof ALIGNMENT_VERDICTS)[number]

export interface Reason {
  readonly ground: AlarmGround
  /** What of the statement is meant. */
  readonly said: string
  /** What stands in the source instead, or that nothing does. */
  readonly problem: string
}

export interface JudgedAlignment {
  readonly verdict: AlignmentVerdict
  readonly reasons: readonly Reason[]
  /** How far the statement is from its source as a whole; beyond 0 it is not in it. */
  readonly distance: number
}

const NEAR_BY_WORDS = 0.3

export function judgeAlignment(alignment: Alignment, readings: StatementReadings): JudgedAlignment {
  const features = alarmFeatures(alignment, readings)
  const distance = scoreOf('far', features)
  const verdict = (one: AlignmentVerdict, reasons: readonly Reason[]) => ({ verdict: one, reasons, distance })
  const { figures, calendar, names } = alignment
  const raised = raisedKinds(features)
  const others = raised.filter((kind) => kind !== 'far')
  // Far from its source by a figure alone, a statement is told by that figure.
  const isNumbered = figures.missing.length + calendar.missing.length + calendar.far.length > 0
  const byNumber = others.length > 0 && isNumbered && alignment.coverageBest >= NEAR_BY_WORDS
  if ((features.wholly > 0 || distance > 0) && !byNumber) {
    const said = names.missing[0] ?? figures.missing[0] ?? ''
    return verdict('not in the evidence', [{ ground: 'far', said, problem: 'no passage of the source says this' }])
  }
  const quotes = alignment.quotes.map((said) => reason('quote', said, 'not in the source in these words'))
  if (quotes.length > 0) return verdict('quote differs', quotes)
  const reasons = others.length === 0 ? [] : reasonsOf(others, alignment, readings)
  const as = VERDICTS.find(([, own]) => own.some((kind) => reasons.some((one) => one.kind === kind)))
  return as === undefined
    ? verdict('supported', [])
    : verdict(
        as[0],
        reasons.map((one) => one.reason),
      )
}

/** What a statement is called whose alarms are of several kinds: the first that fits. */
const VERDICTS: readonly (readonly [AlignmentVerdict, readonly AlarmKind[]])[] = [
  ['number differs', ['figure', 'year']],
  ['contradicted', ['direction']],
  ['partly', ['name', 'hedge', 'speaker']],
]

/** The kinds of alarm that weigh more than nothing. */
export function raisedKinds(features: AlarmFeatures): readonly AlarmKind[] {
  return ALARM_KINDS.filter((kind) => scoreOf(kind, features) > 0)
}

function scoreOf(kind: AlarmKind, features: AlarmFeatures): number {
  const { bias, ...weights } = ALARM_WEIGHTS[kind]
  return ALARM_FEATURES.reduce((all, name) => all + (weights[name] ?? 0) * features[name], bias)
}

const reason = (ground: AlarmGround, said: string, problem: string): Reason => ({ ground, said, problem })

interface KindReason {
  readonly kind: AlarmKind
  readonly reason: Reason
}

/**
 * What was compared for the kinds that are raised, else what the source would rather bear out, else what was compared
 * for any kind; where that is nothing, the reader heard it.
 */
function reasonsOf(kinds: readonly AlarmKind[], alignment: Alignment, readings: StatementReadings) {
  const found = (some: readonly AlarmKind[]) =>
    some.flatMap((kind) => GROUNDS[kind](alignment).map((one): KindReason => ({ kind, reason: one })))
  const grounds = [
    () => found(kinds),
    () => kinds.flatMap((kind) => rather(kind, readings)),
    () => found(ALARM_KINDS),
    () => kinds.map((kind) => ({ kind, reason: reason(HEARD[kind][0], '', HEARD[kind][1]) })),
  ]
  for (const ground of grounds) {
    const reasons = ground()
    if (reasons.length > 0) return reasons
  }
  return []
}

const EXCHANGED: Readonly<Partial<Record<AlarmKind, Exchange['kind']>>> = {
  ...{ figure: 'figure', year: 'year', name: 'name', direction: 'direction', speaker: 'name' },
}

/** The exchange by which the source bears the statement out best, where it does so better than as it stands. */
function rather(kind: AlarmKind, { beside, exchanged }: StatementReadings): readonly KindReason[] {
  const better = exchanged.filter(
    ({ exchange, supports }) => exchange.kind === EXCHANGED[kind] && supports > beside.supports,
  )
  const [best] = [...better].sort((a, b) => b.supports - a.supports)
  if (best === undefined) return []
  const { own, other } = best.exchange
  return [{ kind, reason: reason(HEARD[kind][0], own, `the source would rather bear out "${other}"`) }]
}

const HEARD: Readonly<Record<AlarmKind, readonly [AlarmGround, string]>> = {
  figure: ['figure', 'the reader hears another figure in the source'],
  year: ['year', 'the reader hears another year in the source'],
  name: ['other_name', 'the reader hears another name in the source'],
  direction: ['opposite', 'the reader hears the source say otherwise'],
  hedge: ['certainty', 'the reader hears the source say it less surely'],
  speaker: ['speaker', 'the reader hears somebody else say it'],
  far: ['far', 'no passage of the source says this'],
}

const GROUNDS: Readonly<Record<AlarmKind, (alignment: Alignment) => readonly Reason[]>> = {
  figure: ({ figures, misplaced, places }) => [
    ...inItsPlace('figure', figures.missing, places.figure),
    ...figures.missing.map((said) => reason('figure', said, 'this figure is not in the source')),
    ...instead('figure', figures.otherMeasure ?? figures.otherPeriod, 'the source says'),
    ...instead('other_line', misplaced, 'the source has the figure at'),
  ],
  year: ({ calendar, places }) => [
    ...inItsPlace('year', calendar.missing, places.year),
    ...calendar.missing.map((said) => reason('year', said, 'this year is not in the source')),
    ...calendar.far.map((said) => reason('year', said, 'the source tells it of another year')),
  ],
  name: ({ names, misplaced, places }) => [
    ...inItsPlace('other_name', [], clearest(places)),
    ...[...names.unknown, ...names.missing, ...names.loose].map((said) =>
      reason('name', said, 'this name is not in the source'),
    ),
    ...instead(
      'other_name',
      names.inSlot ?? names.aroundSlot ?? names.sourceSlot ?? names.swapped ?? names.beside,
      'the source says',
    ),
    ...instead('other_line', misplaced, 'the source has the figure at'),
  ],
  direction: ({ figures, wording, trend, places, taken }) => [
    ...(trend?.isOpposed === true
      ? [reason('turned_change', '', `the figures of the source go the other way: "${trend.text}"`)]
      : []),
    ...turnedRound(taken?.turned ?? null),
    ...inItsPlace('opposite', [], places.turn),
    ...(figures.turned ? [reason('turned_change', '', 'the source tells the change the other way round')] : []),
    ...instead('opposite', wording.opposed, 'the source says'),
    ...(wording.denied === null ? [] : [reason('denial', wording.denied, 'one of the two denies it')]),
  ],
  hedge: ({ wording }) => {
    const doubt = wording.doubtDropped ?? wording.planDropped
    const { certaintyAdded: sure } = wording
    return [
      ...(doubt === null ? [] : [reason('doubt', '', `the source is less sure: "${doubt.replace('*', '')}"`)]),
      ...(sure === null ? [] : [reason('certainty', sure.replace('*', ''), 'the source does not say so surely')]),
    ]
  },
  speaker: ({ speakers }) => instead('speaker', speakers, 'in the source it is said by'),
  far: () => [],
}

/** From this margin on another thing has the place. */
const CLEAR = 0.1

/** Told beside what is missing, which says more. */
function inItsPlace(ground: AlarmGround, missing: readonly string[], place: HeldPlace | null): readonly Reason[] {
  if (place === null || place.margin < CLEAR || missing.includes(place.own)) return []
  return [reason(ground, place.own, `the source says "${place.other}" in its place`)]
}

function clearest({ name, pageName, term }: HeldPlaces): HeldPlace | null {
  return [name, pageName, term].reduce((best, one) => ((one?.margin ?? -1) > (best?.margin ?? -1) ? one : best), null)
}

function turnedRound(turned: TurnedWord | null): readonly Reason[] {
  if (turned === null) return []
  if (turned.how === 'exchanged') return [reason('opposite', '', 'the source compares the two the other way round')]
  if (turned.how === 'opposite') return [reason('opposite', turned.said, `the source says "${turned.seen}"`)]
  return [reason('denial', turned.said || turned.seen, 'one of the two denies it')]
}

function instead(ground: AlarmGround, pair: readonly [string, string] | null, problem: string): readonly Reason[] {
  return pair === null ? [] : [reason(ground, pair[0], `${problem} "${pair[1]}"`)]
}
