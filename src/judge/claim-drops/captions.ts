import { longPattern } from '../../domain/long-pattern.ts'
import { either } from './alternatives.ts'
import { FINITE } from './english-verb-lists.ts'

const PEOPLE = either(
  (
    'man woman boy girl child children people men women protesters? demonstrators? residents? workers? ' +
    'soldiers? officers? police firefighters? customers? shoppers? pedestrians? students? fans? supporters? ' +
    'visitors? commuters? passengers? family families couple crowd worshippers? voters? migrants? refugees? ' +
    'rescuers? volunteers? farmers? fishermen vendors? tourists? cyclists? players? members? president ' +
    'minister chancellor'
  ).split(' '),
)
const MONTH = '(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\\.?'
const DAY =
  `(?:${MONTH} \\d{1,2}(?:, \\d{4})?|\\d{1,2} ${MONTH}(?: \\d{4})?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur` +
  `|Sun)day(?:, ${MONTH} \\d{1,2}(?:, \\d{4})?)?)`
/**
 * What a picture shows is told in the present, though the day is past: "A man walks past a shuttered store in Detroit,
 * March 4, 2021."
 */
const PICTURED = new RegExp(
  `^(?:\\S+ ){0,5}${PEOPLE}(?: \\S+){0,3}? (?:\\p{Ll}+[^s]s|are|is|\\p{Ll}+) .*(?:,| on| in) ${DAY}\\.?$`,
  'u',
)
/** "a shuttered store" is no past tense. */
const PAST = /(?<!\b(?:an?|the|his|her|their|its) )\b\p{Ll}{2,}ed\b/u
const PRESENT = /^(?:is|are|let|hit|put|set|cut|read|can|may|do|does)$/

function isPast(text: string): boolean {
  return PAST.test(text) || text.split(/[^\p{L}'’]+/u).some((word) => FINITE.has(word) && !PRESENT.test(word))
}
const PLACED = longPattern('i')`
  ^(?:from (?:the )?(?:left|right|top|bottom)|clockwise|(?:top|bottom|above|below|pictured|left|right
      |inset)(?: (?:left|right|row|image|photo))?)\b[^:]{0,20}:`

/** "Best budget phones of 2024, tested and ranked": a title's last words, without a full stop. */
const ENDS_AS_TITLE = /, (?:\p{L}+ly )?\p{Ll}+ed(?:,? (?:and|&) \p{Ll}+ed)?$/u
/** A row of a table: figures with no word between them. */
const ROW = /(?:\s\(?[-–$€£¥]?\d[\d.,]*(?<!,)\)?%?){3}\.?$/

/** The line under a picture, over an article or in a table: it names what is there to see. */
export function isCaptionOrHeadline(text: string): boolean {
  if (PLACED.test(text) || ENDS_AS_TITLE.test(text) || ROW.test(text)) return true
  return PICTURED.test(text) && !isPast(text)
}
