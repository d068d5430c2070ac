import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { either } from './claim-drops/alternatives.ts'

export interface Opening {
  /** The sentence without its label, dateline, list number or reference mark: what the claim is made of. */
  readonly rest: string
  /** What its label says the sentence tells; a method, a setting or who paid is no finding. */
  readonly section: 'finding' | 'aim' | 'method' | 'matter' | null
}

/** Sections of an abstract that state something. */
const FINDING_LABELS = [
  'conclusions?',
  'results?',
  'findings?(?: from evidence synthesis)?',
  'interpretations?',
  'discussions?',
  'backgrounds?',
  'introductions?',
  'importance',
  'contexts?',
  'significance(?: statement)?',
  'relevance',
  'implications?(?: for (?:practice|research|policy|clinical practice|public health|cancer survivors)' +
    '| of the findings)?',
  'meaning',
  'summary(?: answer| of background data)?',
  'abstract',
  'unlabelled',
  'motivation',
  'rationale',
  'key points?',
  'bottom line',
  'impact',
  'comments?',
  'limitations?',
  'reasons for caution',
  'expert opinion',
  'take[- ]?(?:home|away)(?: message)?',
  '(?:data|evidence) synthesis',
  'in brief',
  'what is known already',
]
/** Sections of aims open with a fact as often as with the aim itself, which is dropped by its own words. */
const AIM_LABELS = ['objectives?', 'aims?', 'purpose', 'goals?', 'hypothes[ie]s']
/** Sections that tell what a study set out to do, how, where and on whom. */
const METHOD_LABELS = [
  'purpose of review',
  'study questions?',
  'methods?',
  'methodology',
  'approach',
  'materials?',
  'designs?',
  'settings?',
  'participants?',
  'patients?',
  'subjects?',
  'population',
  'sample',
  'interventions?',
  'exposures?',
  'measures?',
  'measurements?',
  'outcomes?',
  'outcomes? measure(?:ment)?s?',
  'endpoints?',
  'data (?:sources?|extraction|collection|analysis)',
  'study (?:selection|design|eligibility(?: criteria)?|objectives?|aims?|population|setting)',
  'selection criteria',
  'search (?:strategy|methods)',
  'evidence acquisition',
  'experimental (?:design|approach|procedures?)',
  'research design',
  'review methods',
  'statistical analys[ei]s',
  'procedures?',
  'areas covered',
  'scope',
]
/** Matter around a paper. */
const MATTER_LABELS = [
  'funding',
  'sponsorship',
  '(?:clinical |review )?trial registration(?: number)?',
  'registration',
  'availability(?: and implementation)?',
  'contact',
  'supplementary information',
  'keywords?',
  'competing interests?',
  'conflicts? of interest',
  'disclaimer',
  'acknowledge?ments?',
]
const QUALIFIER = '(?:(?:main|primary|secondary|principal|key|recent|major|general|wider|lay|clinical|study) )?'
const JOIN = '(?:, and |, | and (?:the )?| & |/ ?)'
const LABEL_WORDS = either([...FINDING_LABELS, ...AIM_LABELS, ...METHOD_LABELS, ...MATTER_LABELS])
const ANY_LABEL = `${QUALIFIER}${LABEL_WORDS}(?:\\(s\\))?`
const LABELS = `${ANY_LABEL}(?:${JOIN}${ANY_LABEL}){0,3}`

/** "RESULTS Women had", "Results: Women had", "Conclusion Women had"; the words themselves are told apart below. */
const LABELLED = new RegExp(`^(${LABELS})(\\s*[:：.]\\s*|\\s*[-–—]\\s+|\\s+)(?=\\S)`, 'i')
const holds = (labels: readonly string[]) =>
  new RegExp(`(?:^|[\\s/])${QUALIFIER}${either(labels)}(?:\\(s\\))?(?:$|[\\s,/&])`, 'i')
const HOLDS_FINDING = holds(FINDING_LABELS)
const HOLDS_AIM = holds(AIM_LABELS)
const HOLDS_SEVERAL = new RegExp(JOIN)
const HOLDS_MATTER = new RegExp(`^${either(MATTER_LABELS)}$`, 'i')
/** Labels that are read without a colon too; "Sample A was heated" and "POPULATION GROWTH" are none. */
const COMMON = multilineRegExp('i')`
  ^(?:(?:main |principal |recent )?(?:conclusions?|results?|findings?)|backgrounds?|introduction|methods?
    |objectives?|aims?|purpose|interpretation|importance|discussion|significance|summary|context)$`
/** And then, unless in capitals, only before a word that opens a sentence: not "Background Checks". */
const OPENER = multilineRegExp('')`
  ^(?:The|A|An|In|We|Our|This|These|There|Among|Of|At|After|During|Both|Overall|Compared|To|All|Although|While
    |Patients|Women|Men|Children|Adults)\b`

const JAPANESE_LABEL =
  /^(?:【([^】]{1,12})】|［([^］]{1,12})］|〔([^〕]{1,12})〕|(背景|目的|方法|対象|対象と方法|結果|結論|考察|デザイン|キーワード|利益相反)[：:])\s*/
const JAPANESE_METHOD_LABEL = /目的|方法|対象|デザイン|評価項目|介入|統計|場所/
const JAPANESE_MATTER_LABEL = /利益相反|キーワード|謝辞|資金|登録番号|写真|広告|PR/

/** Those whose name a dateline bears: not "WHO (World Health Organization) - ". */
const AGENCIES = 'Reuters|AP|AFP|UPI|Bloomberg|Kyodo|Jiji|Xinhua|CNN|BBC|PTI|ANI|TASS|dpa|EFE|Yonhap|AAP|PA'
/** LONDON (Reuters) - ; WASHINGTON, March 3 (AP) — */
const DATELINE = new RegExp(
  `^\\p{Lu}[\\p{Lu}\\s.'’-]{2,30}(?:, [\\p{L}. ]{2,20}(?:\\d{1,2})?)?\\s+\\((?:${AGENCIES})\\)\\s*[-–—]+\\s*`,
  'u',
)
const BARE_DATELINE = /^\p{Lu}[\p{Lu}\s.'’-]{3,30}(?:, \p{L}[\p{L}. ]{2,20})?\s+[–—]\s+(?=\p{Lu})/u
/** "1. ", "(2) ", "③" and the mark that the sentence before has left: "[3] ", "[citation needed] ". */
const LIST_NUMBER = /^(?:\d{1,2}[.)]\s+(?=[\p{L}"“「])|\(\d{1,2}\)\s+|[①-⑳]\s*|\[(?:\d{1,3}|citation needed)\]\s*)/u

/** Leaves mRNA and pH as they are. */
export function capitalise(text: string): string {
  if (!/^[a-z]+(?![\p{L}\p{N}-])/u.test(text)) return text
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function isLabel(label: string, mark: string, rest: string): boolean {
  if (/[:：]/.test(mark)) return /^\p{Lu}/u.test(label)
  const common = COMMON.test(label) || HOLDS_SEVERAL.test(label)
  if (label === label.toUpperCase())
    return label.length >= 3 && /\p{Ll}/u.test(rest) && (common || /^[\p{Lu}\d(]/u.test(rest))
  if (/\./.test(mark) || !/^\p{Lu}/u.test(label) || !common) return false
  const sure = HOLDS_SEVERAL.test(label) || /^(?:Conclusions?|Methods?)$/.test(label)
  return OPENER.test(rest) || (sure && /^[\p{Lu}\d]/u.test(rest))
}

function sectionOf(label: string): Opening['section'] {
  if (HOLDS_MATTER.test(label)) return 'matter'
  if (HOLDS_AIM.test(label)) return 'aim'
  return HOLDS_FINDING.test(label) ? 'finding' : 'method'
}

function readEnglishLabel(text: string): Opening {
  const [all = '', label = '', mark = ''] = LABELLED.exec(text) ?? []
  const rest = text.slice(all.length)
  if (all === '' || !isLabel(label, mark, rest)) return { rest: text, section: null }
  return { rest: capitalise(rest), section: sectionOf(label) }
}

function readJapaneseLabel(text: string): Opening {
  const found = JAPANESE_LABEL.exec(text)
  if (found === null) return { rest: text, section: null }
  const label = found.slice(1).find((name) => name !== undefined) ?? ''
  const rest = text.slice(found[0].length)
  if (JAPANESE_MATTER_LABEL.test(label)) return { rest, section: 'matter' }
  return { rest, section: JAPANESE_METHOD_LABEL.test(label) ? 'method' : 'finding' }
}

/** Takes off what stands before the sentence proper (REQ 3.3.1); the span in the fragment keeps it. */
export function readOpening(sentence: string): Opening {
  const bare = sentence.trim().replace(LIST_NUMBER, '').replace(DATELINE, '').replace(BARE_DATELINE, '')
  const japanese = readJapaneseLabel(bare)
  if (japanese.section !== null) return japanese
  const first = readEnglishLabel(bare)
  // "SUMMARY Background Direct oral ...": the inner label says more.
  const second = first.section === null ? first : readEnglishLabel(first.rest)
  return second.section === null ? first : second
}
