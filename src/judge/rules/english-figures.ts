import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { aboutShare, type Rewrite } from './figure-rewrites.ts'

const WORDS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const NUMBER_WORD = `(?:(?:${TENS.join('|')})(?:[- ](?:${WORDS.slice(1, 10).join('|')}))?|${WORDS.join('|')})`
/** Only before what is counted: "one of them" and "a second one" are no figures. */
const COUNTED =
  '(?:percent|per cent|percentage|hundred|thousand|million|billion|trillion|fold|times|people|patients' +
  '|participants|women|men|children|adults|deaths|cases|seconds?|minutes?|hours?|days?|weeks?|months?|years?' +
  '|miles?|kilomet\\w+|degrees?|dollars?|euros?|yen|cups?|glasses|tablets?|capsules?|pills?|doses?|drops' +
  '|servings?|lit(?:re|er)s?|grams?|votes?)\\b'

function wordValue(word: string): number {
  const [first = '', second] = word.split(/[- ]/)
  const ten = TENS.indexOf(first)
  return (ten < 0 ? WORDS.indexOf(first) : (ten + 2) * 10) + (second === undefined ? 0 : WORDS.indexOf(second))
}

const FRACTIONS: Readonly<Record<string, number>> = { half: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, tenth: 10 }

const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 }
const PER: Readonly<Record<string, string>> = {
  dai: 'day',
  wee: 'week',
  mon: 'month',
  yea: 'year',
  day: 'day',
  ann: 'year',
}
const often = (count: number | string, period: string) => `${count} per${PER[period.slice(0, 3)] ?? 'day'}`

/** In order: a later rewrite reads what the earlier ones left. */
export const ENGLISH_FIGURES: readonly Rewrite[] = [
  // 10 000 is ten thousand.
  [/(?<=\b\d{1,3}) (?=\d{3}\b)/g, ''],
  [
    /\bone (?:in|out of) (?:every )?(two|three|four|five|six|seven|eight|nine|ten)\b/g,
    (_, under) => aboutShare(1, WORDS.indexOf(under ?? '')),
  ],
  [/[−﹣]/g, '-'],
  [/\b(?:minus|negative) (?=\d)/g, '-'],
  [/(?<!\d)(\d+(?:\.\d+)?) (?:degrees?|°c?) below (?:zero|freezing)/g, '-$1 degrees'],
  [
    /\b(once|twice|thrice)[- ](?:(?:a|per|each|every) )?(daily|day|weekly|week|monthly|month|yearly|year|annually)\b/g,
    (_, count, period) => often(TIMES[count ?? ''] ?? 1, period ?? ''),
  ],
  [
    new RegExp(`\\b(${NUMBER_WORD})(?=[- ](?:(?:more|other|further) )?${COUNTED})`, 'g'),
    (word) => String(wordValue(word ?? '')),
  ],
  [new RegExp(`\\b(${NUMBER_WORD})(?=fold\\b)`, 'g'), (word) => `${wordValue(word ?? '')} `],
  [
    /(?<!\d)(\d+) times (?:(?:a|per|each|every) )?(daily|day|weekly|week|monthly|month|yearly|year|annually)\b/g,
    (_, count, period) => often(count ?? '', period ?? ''),
  ],
  [/\bdoubl(?:ed?|es|ing)\b(?![- ](?:blind|dose|bond|strand|check))/g, '2 times'],
  [/\btripl(?:ed?|es|ing)\b/g, '3 times'],
  [/\bquadrupl(?:ed?|es|ing)\b/g, '4 times'],
  [/\btwice (?=(?:as|the|that|its|their)\b)/g, '2 times '],
  [/\bhalv(?:ed?|es|ing)\b|\bby (?:a |one )?half\b/g, aboutShare(1, 2)],
  [/(?<!\b(?:first|second|latter|next|last|other|top|bottom) )\bhalf (?=of|the\b)/g, `${aboutShare(1, 2)} `],
  [
    multilineRegExp('g')`
    \b(a|one|two|three|four)[- ](third|quarter|fourth|fifth|tenth)s?\b(?= (?:of|lower|higher|less|more|fewer)\b
      |[.,;)]|$)`,
    (_, over, under) => aboutShare(over === 'a' ? 1 : WORDS.indexOf(over ?? ''), FRACTIONS[under ?? ''] ?? 1),
  ],
  [/([$€¥£]\s?\d[\d.,]*)\s?(?:mn|m)\b/g, '$1 million'],
  [/([$€¥£]?\s?\d[\d.,]{0,30})\s?bn\b/g, '$1 billion'],
  [/([$€¥£]\s?\d[\d.,]*)\s?(?:tn|trn)\b/g, '$1 trillion'],
  [/([$€¥£]\s?\d[\d.,]*)\s?k\b/g, '$1 thousand'],
  [/((?:million|billion) )pounds\b/g, '$1gbp'],
  [/\bper cent\b/g, 'percent'],
  [/(?:%|\bpercent(?:age)?)[- ]points?\b/g, ' percentpoint'],
  [/\bmm hg\b/g, 'mmhg'],
  [/\b(?:km|kilomet(?:re|er)s?) (?:per|an) hour\b/g, 'km/h'],
  [/\bmiles (?:per|an) hour\b/g, 'mph'],
  [/\bdegrees? (?:celsius|centigrade|c\b)/g, '°c'],
  [/\bdegrees? (?:fahrenheit|f\b)/g, '°f'],
  [/(?<=\d)[- ]years?[- ](?:old|of age)s?\b/g, ' yearold'],
  [/(?<=\bage[ds]?\b[^.;\d]{0,20}\d+(?:\.\d+)?(?: ?(?:to|and|-|–) ?\d+)?) years?\b/g, ' yearold'],
  // "12-week", "2-fold": a hyphen before a unit; before another word (5-HT) it belongs to a name.
  [/(?<=\d)-(?=(?:fold|second|minute|hour|day|week|month|year|mg|kg|km|mile|percent|percentpoint|degree)s?\b)/g, ' '],
  [/(\d)- (?=to \d)/g, '$1 '],
  [/(\d) or (?=\d)/g, '$1 ~ '],
  [/\b(\d{2,3})\/(\d{2,3}) ?mmhg\b/g, '$1 mmhg $2 mmhg'],
  // "between 20 and 30" and "ranged from 20 to 30" are ranges; "fell from 20 to 14" is a change and has two figures.
  [/\b(?:between|rang\w+ (?:from|between)) ([$€¥£]?\d[\d.,]*)\s?(%|[a-zμ]{1,6})? (?:and|to) (?=[$€¥£]?\d)/g, '$1$2 ~ '],
  [/\b(from [$€¥£]?\d[\d.,]*\s?[a-zμ%°]*(?: [a-zμ]+)?) to (?=[$€¥£]?\d)/g, '$1 into '],
]
