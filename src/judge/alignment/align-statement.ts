import { contentWords, isJapanese } from '../rules/words.ts'
import { type CalendarParts, calendarParts } from './calendar-parts.ts'
import { matchClauses, wholeSentence } from './clauses.ts'
import { type CalendarComparison, compareCalendar } from './compare-calendar.ts'
import { compareFigures, type FigureComparison } from './compare-figures.ts'
import { compareNames, type NameComparison, SAME_NAMES } from './compare-names.ts'
import { compareQuotes } from './compare-quotes.ts'
import { compareSpeakers } from './compare-speakers.ts'
import { compareWording, SAME_WORDING, type WordingComparison } from './compare-wording.ts'
import type { Exchange } from './exchange.ts'
import { figureExchanges } from './figure-exchanges.ts'
import { type HeldPlaces, heldPlaces } from './held-places.ts'
import { misplacedFigure } from './labelled-figures.ts'
import { nameExchanges } from './name-exchanges.ts'
import { type OpposedTrend, opposedTrend } from './opposed-trend.ts'
import { type PreparedSentence, type PreparedSource, windowOf } from './prepared-source.ts'
import { isSameFigure, type StatedFigure, statedFigures } from './stated-figures.ts'
import { turnedStatements } from './turned-statements.ts'
import type { WordCounts } from './word-counts.ts'
import { type WordForWord, wordForWord } from './word-for-word.ts'

export interface AlignmentInput {
  readonly statement: string
  readonly source: PreparedSource
  /** Nearness in meaning of each sentence of the source to the statement. */
  readonly similarities: readonly number[]
  readonly counts: WordCounts
  /** How much nearer in meaning the nearest passage of another gathered source is; 0 where none is known. */
  readonly nearerElsewhere?: number
}

/** What the statement says that its source does not, and how the two lie to each other. */
export interface Alignment {
  /** The sentences that come nearest, best first. */
  readonly near: readonly PreparedSentence[]
  readonly similarity: number
  readonly nearerElsewhere: number
  /** Share of the statement's words, by weight, in the nearest sentence, around the nearest ones, in the whole. */
  readonly coverageBest: number
  /** Share of the nearest sentence's words in the statement. */
  readonly coveredBest: number
  readonly coverageNear: number
  readonly coveragePage: number
  readonly sameLanguage: boolean
  readonly figures: FigureComparison
  readonly calendar: CalendarComparison
  readonly names: NameComparison
  readonly wording: WordingComparison
  /** A line of a list or table that the statement means, and the one that has its figure. */
  readonly misplaced: readonly [string, string] | null
  /** Another name, figure or year in the place of one of the statement's. */
  readonly places: HeldPlaces
  /** Figures of the source that rise or fall, where the statement tells a rise or a fall. */
  readonly trend: OpposedTrend | null
  /** The sentence that it was taken from nearly word for word, where there is one. */
  readonly taken: WordForWord | null
  /** Who says it by the statement, and who by the source, where they are others. */
  readonly speakers: readonly [string, string] | null
  /** Quotations of the statement that the source does not have. */
  readonly quotes: readonly string[]
  /** The statement with a name of the nearest sentences in place of its own, and with its direction turned. */
  readonly exchanges: readonly Exchange[]
}

const NEAREST = 3
/** From this share of its words in the nearest sentence on, or the other way round, the two are compared whole. */
const WHOLE = 0.5
/** Sentences whose clauses are laid beside those of the statement. */
const CLAUSES_OF = 12
/** A figure in both brings a sentence this much nearer. */
const PER_FIGURE = 0.15
const MOST_BY_FIGURES = 0.45

export function alignStatement(input: AlignmentInput): Alignment {
  const { statement, source, similarities, counts, nearerElsewhere = 0 } = input
  const weight = (word: string) => Math.log(1 + counts.texts / Math.max(0.5, counts.count(word)))
  const words = contentWords(statement)
  const figures = statedFigures(statement)
  const calendar = calendarParts(statement)
  const score = (sentence: PreparedSentence) => {
    const told = Math.min(MOST_BY_FIGURES, PER_FIGURE * sharedMarks(sentence, figures, calendar))
    return (similarities[sentence.at] ?? 0) + coverage(words, sentence.words, weight) + told
  }
  const ranked = source.sentences
    .map((sentence) => ({ sentence, value: score(sentence) }))
    .sort((a, b) => b.value - a.value || a.sentence.at - b.sentence.at)
    .map(({ sentence }) => sentence)
  const near = ranked.slice(0, NEAREST)
  const around = [...new Set(near.flatMap((sentence) => windowOf(source, sentence)))]
  const [best] = near
  const sameLanguage = isJapanese(statement) === source.isJapanese
  const matched = matchClauses(statement, ranked.slice(0, CLAUSES_OF), weight)
  const coverageBest = best === undefined ? 0 : coverage(words, best.words, weight)
  const coveredBest = best === undefined || best.words.size < 2 ? 0 : coverage(best.words, words, weight)
  const whole = coverageBest >= WHOLE || coveredBest >= WHOLE ? wholeSentence(statement, best) : []
  const aroundWords = new Set([...around.flatMap((one) => [...one.words]), ...contentWords(source.frame)])
  const told = anchorsOf(source, figures, calendar)
  const compared = compareFigures(statement, figures, source, around, best)
  return {
    ...{ near, sameLanguage },
    similarity: Math.max(0, ...similarities),
    nearerElsewhere,
    ...{ coverageBest, coveredBest },
    coverageNear: coverage(words, aroundWords, weight),
    coveragePage: coverage(words, source.words, weight),
    figures: compared,
    calendar: compareCalendar(calendar, source, told.length > 0 || best === undefined ? told : [best]),
    // Names and words of another language are spelled in other letters: figures, dates and meaning are left.
    names: sameLanguage
      ? compareNames({ statement, source, best, around, anchors: told, matched: [...matched, ...whole], counts })
      : SAME_NAMES,
    wording: sameLanguage ? compareWording({ statement, source, around, matched, whole, ranked }) : SAME_WORDING,
    misplaced: sameLanguage ? misplacedFigure(statement, source) : null,
    places: heldPlaces({
      ...{ statement, figures: compared.open, source, similarities, sameLanguage, ranked, weight, counts },
    }),
    trend: opposedTrend({ statement, source, ranked, sameLanguage, weight }),
    taken: sameLanguage ? wordForWord(statement, ranked, weight) : null,
    speakers: compareSpeakers(statement, source, best, counts),
    quotes: compareQuotes(statement, source),
    exchanges: [
      ...(sameLanguage ? nameExchanges(statement, near, counts) : []),
      ...figureExchanges(
        statement,
        figures.filter(({ text }) => compared.missing.includes(text)),
        near,
      ),
      ...turnedStatements(statement),
    ],
  }
}

function sharedMarks(sentence: PreparedSentence, figures: readonly StatedFigure[], calendar: CalendarParts): number {
  const years = [...calendar.years].filter((year) => sentence.calendar.years.has(year)).length
  return figureMarks(sentence, figures, calendar) + years
}

function figureMarks(sentence: PreparedSentence, figures: readonly StatedFigure[], { days }: CalendarParts): number {
  const told = figures.filter((figure) => sentence.figures.some((seen) => isSameFigure(figure, seen))).length
  return told + [...days].filter((day) => sentence.calendar.days.has(day)).length
}

/** The sentences that hold most of the figures and days. */
function anchorsOf(
  { sentences }: PreparedSource,
  figures: readonly StatedFigure[],
  calendar: CalendarParts,
): readonly PreparedSentence[] {
  const marks = sentences.map((sentence) => figureMarks(sentence, figures, calendar))
  const most = Math.max(0, ...marks)
  return most === 0 ? [] : sentences.filter((_, at) => marks[at] === most)
}

function coverage(wanted: ReadonlySet<string>, present: ReadonlySet<string>, weight: (word: string) => number): number {
  let [shared, all] = [0, 0]
  for (const word of wanted) {
    all += weight(word)
    if (present.has(word)) shared += weight(word)
  }
  return all === 0 ? 0 : shared / all
}
