import type { Alignment } from './align-statement.ts'
import type { Exchange } from './exchange.ts'
import type { HeldPlace } from './held-places.ts'
import type { HeardStance, StatementReadings } from './statement-readings.ts'

/** What speaks for an alarm the more there is of it; the order of the weight tables. */
const FOR_ALARM = [
  ...(['figureMissing', 'figureInPlace', 'figureDerivable', 'otherMeasure', 'otherPeriod'] as const),
  ...(['yearMissing', 'yearFar', 'dayMissing', 'turned', 'opposed'] as const),
  ...(['denied', 'nameUnknown', 'nameMissing', 'nameFar', 'nameBeside'] as const),
  ...(['nameSwapped', 'nameInSlot', 'nameAround', 'bodyInSource'] as const),
  ...(['otherLine', 'speaker', 'doubt', 'plan', 'certainty', 'refuted', 'sentenceRefuted'] as const),
  ...(['figureAbsent', 'figurePlace', 'yearPlace', 'namePlace', 'pageNamePlace', 'termPlace', 'kanaMissing'] as const),
  ...([
    'countMissing',
    'countPlace',
    'turnPlace',
    'trendOpposed',
    'takenOpposite',
    'takenDenied',
    'takenRefuted',
  ] as const),
  ...(['exchangeGain', 'yearGain', 'figureGain', 'figureRather', 'turnGain'] as const),
  ...(['closeNotSupported', 'closeRefuted', 'figureDiffers'] as const),
  ...(['lackNear', 'lackPage', 'unlike', 'nearerElsewhere', 'notSupported', 'figureFar', 'wholly'] as const),
] as const
/** And what speaks against one. */
const AGAINST_ALARM = ['figureFound', 'supported', 'sentenceSupported', 'takenSupported'] as const

export const ALARM_FEATURES = [...FOR_ALARM, ...AGAINST_ALARM] as const
export type AlarmFeature = (typeof ALARM_FEATURES)[number]
export type AlarmFeatures = Readonly<Record<AlarmFeature, number>>

/** A weight may not go the other way: what it would fit there is how the statements at hand are written. */
export function signOf(feature: AlarmFeature): 1 | -1 {
  return AGAINST_ALARM.some((one) => one === feature) ? -1 : 1
}

const MOST_FOUND = 2
const MOST_MISSING = 2
/** Words shared, where the two are in different languages and share none. */
const TRANSLATED = 0.5
/** And words that the source lacks, there. */
const LACK_TRANSLATED = 0.2
const LEAST = 0.01

function odds(p: number): number {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, p))
  return Math.log(bounded / (1 - bounded))
}

export function alarmFeatures(alignment: Alignment, readings: StatementReadings): AlarmFeatures {
  const { figures, calendar, names, wording, places, sameLanguage, taken } = alignment
  const { passages, sentences } = readings
  const close = sameLanguage ? Math.max(alignment.coverageBest, alignment.coveredBest) : TRANSLATED
  const missing = figures.missing.length - figures.derivable.length - figures.counts.length
  return {
    figureMissing: Math.min(MOST_MISSING, Math.max(0, missing)),
    figureDerivable: Number(missing <= 0 && figures.derivable.length > 0),
    figureInPlace: Number(figures.inPlace.length > 0),
    otherMeasure: Number(figures.otherMeasure !== null),
    otherPeriod: Number(figures.otherPeriod !== null),
    yearMissing: Number(calendar.missing.length > 0),
    yearFar: Number(calendar.far.length > 0),
    dayMissing: Number(calendar.daysMissing.length > 0),
    turned: Number(figures.turned),
    opposed: Number(wording.opposed !== null),
    denied: Number(wording.denied !== null),
    nameUnknown: Number(names.unknown.length > 0),
    nameMissing: Number(names.missing.length > 0),
    nameFar: Number(names.far.length > 0),
    nameBeside: Number(names.beside !== null),
    nameSwapped: Number(names.swapped !== null),
    nameInSlot: Number(names.inSlot !== null),
    nameAround: Number(names.aroundSlot !== null),
    bodyInSource: Number(names.sourceSlot !== null),
    otherLine: Number(alignment.misplaced !== null),
    speaker: Number(alignment.speakers !== null),
    doubt: Number(wording.doubtDropped !== null),
    plan: Number(wording.planDropped !== null),
    certainty: Number(wording.certaintyAdded !== null),
    figureAbsent: Number(figures.absent.length > 0),
    countMissing: Number(figures.counts.length > 0),
    countPlace: marginOf(places.count),
    figurePlace: marginOf(places.figure),
    yearPlace: marginOf(places.year),
    namePlace: marginOf(places.name),
    pageNamePlace: marginOf(places.pageName),
    termPlace: marginOf(places.term),
    turnPlace: marginOf(places.turn),
    trendOpposed: alignment.trend?.isOpposed === true ? alignment.trend.fits : 0,
    takenOpposite: taken !== null && taken.turned !== null && taken.turned.how !== 'denied' ? taken.kept : 0,
    takenDenied: taken?.turned?.how === 'denied' ? taken.kept : 0,
    takenRefuted: readings.taken === null ? 0 : odds(readings.taken.refutes),
    kanaMissing: Number(names.loose.length > 0),
    refuted: odds(passages.refutes),
    sentenceRefuted: odds(sentences.refutes),
    exchangeGain: close * gainOf(readings, 'name', margin),
    yearGain: gainOf(readings, 'year', margin),
    figureGain: gainOf(readings, 'figure', margin),
    figureRather: gainOf(readings, 'figure', plainMargin),
    turnGain: close * gainOf(readings, 'direction', margin),
    closeNotSupported: close * (1 - most(readings, 'supports')),
    closeRefuted: close * most(readings, 'refutes'),
    figureDiffers: readings.figureDiffers,
    lackNear: sameLanguage ? 1 - alignment.coverageNear : LACK_TRANSLATED,
    lackPage: sameLanguage ? 1 - alignment.coveragePage : LACK_TRANSLATED,
    unlike: 1 - alignment.similarity,
    nearerElsewhere: alignment.nearerElsewhere,
    notSupported: 1 - most(readings, 'supports'),
    figureFar: Number(figures.far.length > 0),
    wholly: Number(plainDistance(alignment, readings) > WHOLLY),
    figureFound: Math.min(MOST_FOUND, figures.stated - figures.missing.length - figures.far.length),
    supported: odds(passages.supports),
    sentenceSupported: odds(sentences.supports),
    takenSupported: readings.taken === null ? 0 : odds(readings.taken.supports),
  }
}

/**
 * What has nothing to do with its source: weights fitted on statements of the open worlds against the same ones under
 * another page (docs/evidence.md). Statements that come from a neighbouring page are told by the weighed alarm.
 */
const PLAIN = {
  ...{ lackNear: 3.26, lackPage: 3.25, far: 2.41, notSupported: 4.28, figureFar: 0.91, dayMissing: 0.6 },
  ...{ nameMissing: 2.07, figureFound: -1.7, refuted: 1.12, bias: -7.03 },
}
/** No faithful statement of any set lies beyond 4.8, half of those under a wrong page do. */
const WHOLLY = 5
/** Words shared, where the two are in different languages and share none: as many as faithful ones do. */
const LIKE_FAITHFUL = 1 - LACK_TRANSLATED

function plainDistance(alignment: Alignment, { passages }: StatementReadings): number {
  const { figures, calendar, names, sameLanguage } = alignment
  const [near, page] = sameLanguage ? [alignment.coverageNear, alignment.coveragePage] : [LIKE_FAITHFUL, LIKE_FAITHFUL]
  const found = Math.min(MOST_FOUND, figures.stated - figures.missing.length - figures.far.length)
  return (
    PLAIN.lackNear * (1 - near) +
    PLAIN.lackPage * (1 - page) +
    PLAIN.far * (1 - alignment.similarity) +
    PLAIN.notSupported * (1 - passages.supports) +
    PLAIN.figureFar * Number(figures.far.length > 0) +
    PLAIN.dayMissing * Number(calendar.daysMissing.length > 0) +
    PLAIN.nameMissing * Number(names.missing.length > 0) +
    PLAIN.figureFound * found +
    PLAIN.refuted * passages.refutes +
    PLAIN.bias
  )
}

/** From this margin on it says no more: how near a statement keeps to the words of its source tells nothing. */
const CLEAR = 0.2
const marginOf = (place: HeldPlace | null) => Math.min(1, Math.max(0, place?.margin ?? 0) / CLEAR)

function most({ passages, sentences }: StatementReadings, pick: keyof HeardStance): number {
  return Math.max(passages[pick], sentences[pick])
}

/**
 * How much better the statement would be borne out with something else in a place; 0 where nothing was tried, or
 * nothing is better. What is far from the words of the source is borne out better by chance: the gain of names and
 * directions counts by how close the two are.
 */
function gainOf(
  { beside, exchanged }: StatementReadings,
  kind: Exchange['kind'],
  value: (heard: HeardStance) => number,
): number {
  const some = exchanged.filter(({ exchange }) => exchange.kind === kind)
  return Math.max(0, ...some.map((one) => value(one) - value(beside)))
}

const margin = ({ supports, refutes }: HeardStance) => odds(supports) - odds(refutes)
const plainMargin = ({ supports, refutes }: HeardStance) => supports - refutes
