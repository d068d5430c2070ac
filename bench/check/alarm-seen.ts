import type { AlarmFeature } from '../../src/judge/alignment/alarm-features.ts'
import type { AlarmKind } from '../../src/judge/alignment/alarm-weights.ts'
import type { WrittenStatement } from './statements.ts'

/** The alterations that an alarm of each kind is for. */
export const OF_KIND: Readonly<Record<AlarmKind, readonly WrittenStatement['kind'][]>> = {
  figure: ['number', 'unit'],
  year: ['year'],
  name: ['entity', 'place'],
  direction: ['direction'],
  hedge: ['hedge'],
  speaker: ['attribution'],
  far: ['source'],
}

/** What the reader hears tells of every kind. */
const HEARD: readonly AlarmFeature[] = [
  ...(['refuted', 'sentenceRefuted', 'closeNotSupported', 'closeRefuted', 'figureFound'] as const),
  ...(['supported', 'sentenceSupported', 'takenRefuted', 'takenSupported'] as const),
]
const PLACES = ['namePlace', 'pageNamePlace', 'termPlace', 'kanaMissing'] as const
/** Beside that each kind has what was compared for it. */
const COMPARED: Readonly<Record<AlarmKind, readonly AlarmFeature[]>> = {
  figure: [
    'figureMissing',
    'figureInPlace',
    'figureDerivable',
    'otherMeasure',
    'otherPeriod',
    'figureGain',
    'figureRather',
    'figureDiffers',
    'otherLine',
    'figureAbsent',
    'countMissing',
    'countPlace',
    'figurePlace',
  ],
  year: ['yearMissing', 'yearFar', 'dayMissing', 'yearGain', 'yearPlace'],
  name: [
    ...(['nameUnknown', 'nameMissing', 'nameFar', 'nameBeside', 'nameSwapped', 'nameInSlot'] as const),
    ...(['nameAround', 'bodyInSource', ...PLACES] as const),
    ...(['otherLine', 'exchangeGain'] as const),
  ],
  direction: [
    'takenOpposite',
    'takenDenied',
    'turnGain',
    'turnPlace',
    'trendOpposed',
    'turned',
    'opposed',
    'denied',
    'otherLine',
    'figureDiffers',
  ],
  hedge: ['doubt', 'plan', 'certainty'],
  speaker: ['speaker', 'nameUnknown', 'nameMissing', 'nameSwapped', ...PLACES, 'exchangeGain'],
  far: [
    ...(['lackNear', 'lackPage', 'unlike', 'nearerElsewhere', 'notSupported'] as const),
    ...(['nameMissing', 'figureMissing', 'figureFar', 'dayMissing', 'figureFound'] as const),
    ...(['supported', 'sentenceSupported'] as const),
  ],
}

export function seenBy(kind: AlarmKind): readonly AlarmFeature[] {
  return kind === 'far' ? COMPARED.far : [...HEARD, ...COMPARED[kind]]
}
