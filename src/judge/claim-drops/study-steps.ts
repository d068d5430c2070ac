import { longPattern } from '../../domain/long-pattern.ts'
import { either } from './alternatives.ts'

/** What is done with a study's subjects, samples and figures, told of no outcome. */
const MEASURED = either(
  'measured assessed determined quantified calculated computed evaluated genotyped phenotyped ascertained'.split(' '),
)
/** Songs are recorded and borders monitored too. */
const MEASURED_ELSEWHERE_TOO = either(
  'recorded estimated monitored sequenced sampled scored coded documented'.split(' '),
)
const OF_A_STUDY =
  '(?:using|at baseline|at \\d+ (?:weeks|months|years|days|h)|in \\d[\\d ,]* (?:subjects|patients' +
  '|participants|women|men|children|adults|mice|rats|samples))'
const DONE = either([
  ...(
    'performed conducted done undertaken run completed repeated applied employed adopted administered fitted ' +
    'constructed'
  ).split(' '),
  'carried out',
  'used (?:to|for|as|in)',
])
/** Acts of a study; a war, an election or a first operation is performed or held as well. */
const STEPS = either([
  '(?:meta-?)?analys[ei]s',
  '(?:re-?)?evaluations?',
  'search(?:es)?',
  '(?:geno|pheno)?typing',
  'sequencing',
  'imaging',
  'staining',
  'blot(?:s|ting)?',
  'modell?ing',
  'sampling',
  'matching',
  'randomi[sz]ation',
  'assays?',
  'regressions?',
  'measurements?',
  'calculations?',
  'comparisons?',
  'simulations?',
  'biops(?:y|ies)',
  'questionnaires?',
  'PCR',
  'ELISA',
  'microscopy',
  'cytometry',
  'chromatography',
  'spectrometry',
  'tomography',
])
const STEPS_ELSEWHERE_TOO = either(
  'tests? models? scans? interviews? surveys? experiments? techniques? procedures? protocols? reviews?'.split(' '),
)
const SUBJECTS =
  'mice|rats|rabbits|pigs|monkeys|animals|participants|patients|volunteers|subjects|respondents|cells|cultures|controls'
const TREATED = either(
  (
    'fed given injected administered exposed kept housed sacrificed euthani[sz]ed asked instructed trained ' +
    'examined tested assessed evaluated interviewed scanned immuni[sz]ed infected anesthetized inoculated ' +
    'fasted weighed classified categori[sz]ed stratified grouped'
  ).split(' '),
)
const HOW = '(?:\\w+ly |also |then |first |all |both |each )*'

/** "at 7.8", "to be", "by a jury": this is the outcome. */
const NO_OUTCOME =
  '(?! (?:at \\d[\\d.,]*(?! ?(?:weeks?|months?|days?|years?|h|hours?|min|minutes?|time))|to be|to have|as' +
  '|that|by (?:the|an?))\\b)'
const SURE_STEP = new RegExp(
  [
    `^[^;]{3,240}? (?:was|were) ${HOW}(?:examined|collected|compared|analy[sz]ed|${MEASURED})\\.?$`,
    `^[^;]{3,200}? (?:was|were) ${HOW}compared (?:between|among|across|using|with those)\\b`,
    `^[^,;:]{3,120}? (?:was|were) ${HOW}${MEASURED_ELSEWHERE_TOO} [^;]*?${OF_A_STUDY}\\b`,
    `^[^,;:]{0,100}?\\b${STEPS}\\b[^,;:]{0,80}? (?:was|were) ${HOW}${DONE}\\b`,
    '^(?:\\S+ ){0,4}?(?:participants|patients|volunteers|subjects|respondents) (?:all |each |then |first ' +
      '|\\w+ly )?(?:completed|filled (?:in|out)|underwent|provided|answered|kept|wore|attended|ingested' +
      '|returned)\\b',
    '^(?:the )?(?:two|three|four|independent|both|several)(?: \\w+){0,2} (?:reviewers?|authors?' +
      '|investigators?|observers?|raters?|readers?|assessors?|pathologists?' +
      '|radiologists?) (?:\\w+ly )?(?:extracted|assessed|screened|reviewed|selected|evaluated|read|scored|rated' +
      '|coded|examined)\\b',
  ].join('|'),
  'i',
)
const LIKELY_STEP = new RegExp(
  [
    `^[^;]{3,240}? (?:was|were) ${HOW}${MEASURED}\\b${NO_OUTCOME}`,
    `^[^,;:]{0,100}?\\b${STEPS_ELSEWHERE_TOO}\\b[^,;:]{0,80}? (?:was|were) ${HOW}${DONE}\\b`,
  ].join('|'),
  'i',
)
const TREATMENT = new RegExp(
  `^(?:\\S+ ){0,5}?(?:${SUBJECTS}|(?:sub-?)?samples?|subsets?)(?: [^,;:]{0,40})?? (?:was|were) ${HOW}${TREATED}\\b`,
  'i',
)
/**
 * "The first test was conducted in 1945", "The speed was measured by Rømer": an event of the world, with its year,
 * place or doer.
 */
const EVENT = longPattern('u')`
  \b(?:in|on|since|until) (?:\p{Lu}\p{Ll}+ )?(?:\d{1,2},? )?\d{4}\b
  |\b(?:by|at|in|near|for) (?!(?:Western|Northern|Southern|Student|Cox|Kaplan|Fisher)\b)\p{Lu}\p{Ll}`

/** With one of these the sentence also says what came of it. */
const OUTCOME = longPattern('i')`
  \b(?:found|find|finds|show(?:s|ed|n|ing)?|result(?:s|ed|ing) in|reveal\w*|demonstrat\w+|indicat\w+|suggest\w*
    |confirm(?:s|ed|ing)|yield\w*|identif(?:y|ied|ies)|detected|observed|increas\w+|decreas\w+|reduc\w+|declin\w+
    |improv\w+|higher|lower|greater|fewer|less|more|larger|smaller|better|worse|rose|fell|dropped|gained|lost
    |differ\w*|similar|equal|associat\w+|correlat\w+|significan\w+|predict\w*|effective|efficacy|positive|negative
    |normal|abnormal|elevated|developed|died|survived|recovered|responded|failed|because|than|ratio|median|mean
    |no (?:\w+ )?(?:effect|change|evidence)|not|only|successful\w*|well tolerated|safe(?:ly)?|until \d{4}
    |and (?:was|were) (?!\w+ed\b)|approximately \d|about \d)\b|[<>=≤≥]\s?\d`
const SHARE = /\d\s?%/

const JAPANESE_STEP = new RegExp(
  [
    'は[^。を]{0,100}(?:測定|計測|算出|記録|採取|投与|撮影|採血|計算|抽出)(?:した|を行った|を実施した|された|しました)。?$',
    '^[^。、]{0,10}(?:採血|検査|測定|調査|解析|面接|聞き取り)は[^。を]*(?:行った|行われた|行なった|実施した|実施された)。?$',
    '(?:解析|分析|測定|検定|計算|統計|実験|集計|検索|診断)に(?:は)?[^。]{1,40}(?:用い|使用し|使っ|利用し)(?:た|ました)。?$',
  ].join('|'),
)
const JAPANESE_OUTCOME =
  /結果|低下|増加|減少|上昇|改善|有意|差|高[いかく]|低[いかく]|多[いかく]|少な|示し|示され|認め|であった|だった/

/** One step of a study's procedure, in the passive or by those who took part; unless it says what came of it. */
export function isEnglishStudyStep(text: string): boolean {
  if (OUTCOME.test(text)) return false
  if (TREATMENT.test(text)) return !EVENT.test(text)
  if (SHARE.test(text)) return false
  return SURE_STEP.test(text) || (LIKELY_STEP.test(text) && !EVENT.test(text))
}

export function isJapaneseStudyStep(text: string): boolean {
  return JAPANESE_STEP.test(text) && !JAPANESE_OUTCOME.test(text)
}
