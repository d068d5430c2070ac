import { longPattern } from '../../domain/long-pattern.ts'
import { either } from './alternatives.ts'
import { isEnglishStudyStep, isJapaneseStudyStep } from './study-steps.ts'

/** What "we" do in a study before anything is found. */
const STUDY_VERBS = [
  'discuss\\w*',
  'generat\\w*',
  'characteri[sz]\\w*',
  'develop\\w*',
  'report the',
  'enrol+ed',
  'recruit\\w*',
  'randomi[sz]\\w+',
  'search\\w*',
  'collect\\w*',
  'includ\\w*',
  'exclud\\w*',
  'measur\\w*',
  'assess\\w*',
  'analy[sz]\\w*',
  'us(?:e|ed)',
  'follow\\w*',
  'track\\w*',
  'monitor\\w*',
  'administer\\w*',
  'treated',
  'gave',
  'asked',
  'screen\\w*',
  'select\\w*',
  'divid\\w*',
  'pool\\w*',
  'obtain\\w*',
  'appl(?:y|ied)',
  'perform\\w*',
  'conduct\\w*',
  'compar\\w*',
  'evaluat\\w*',
  'investigat\\w*',
  'examin\\w*',
  'aim\\w*',
  'sought',
  'review\\w*',
  'test(?:ed)? (?:whether|the|for)',
  'studied',
  'calculat\\w*',
  'estimat\\w* using',
  'interview\\w*',
  'survey\\w*',
  'describe',
  'present',
  'propose',
  'hypothesi[sz]ed',
  'wondered',
  'look(?:ed)? at',
  'highlight(?! that)',
  'summari[sz]e(?! that)',
  'outline',
  'cover',
  'explored?',
  'focus(?:ed)?',
  'report on',
]
const WE = '(?:we|the (?:authors?|investigators|researchers|team))'
const HOW = '(?:\\w+ly\\s+|therefore\\s+|then\\s+|also\\s+|will\\s+|first\\s+|next\\s+|here\\s+)?'
const WE_STUDY = new RegExp(`^(?:(?:here(?:in)?,?)\\s+)?${WE}\\s+${HOW}${either(STUDY_VERBS)}\\b`, 'i')
/**
 * "In this study, we examined ...", "To replicate these findings, we used ...": unless the rest says what came of it.
 */
const LED_IN_STUDY = new RegExp(
  `^(?:in|to|using|as|for|since|based on)\\b[^;]{3,160}?,?\\s${WE}\\s+${HOW}${either(STUDY_VERBS)}\\b`,
  'i',
)
const TELLS_WHAT_CAME = longPattern('i')`
  \b(?:found|find|showed?|shown|demonstrat\w+|observed|identif\w+|reveal\w*|resulting in|indicat\w+|suggest\w*
    |conclud\w+|discovered|confirm\w*|detected|established|led to|evidence|implicat\w+|uncover\w*|yield\w*)\b`

/** Those a study is done on, or what it is done with; children, women and voters are excluded elsewhere too. */
const STUDIED = either(
  (
    'patients participants subjects studies trials articles papers data volunteers respondents controls cases ' +
    'mice rats animals cells samples specimens'
  ).split(' '),
)
const PEOPLE = 'women|men|adults|children|infants|newborns|individuals|people'
const HANDLED = [
  '\\b(?:were|was) (?:randomly (?:assigned|allocated|selected|divided|recruited|sampled)|randomi[sz]ed' +
    '|calculated using|analy[sz]ed using|individually matched)\\b',
  `\\b(?:${STUDIED}|${PEOPLE})\\b[^.;]{0,60} were (?:\\w+ly )?(?:enrol+ed|recruited)\\b`,
  `\\b${STUDIED}\\b[^.;]{0,60} (?:were|was) (?:assigned|allocated|matched|excluded|invited|interviewed` +
    '|searched|extracted|screened)\\b',
  '^(?:the )?(?:\\w+ ){0,3}(?:data|samples?|specimens?|measurements?|questionnaires?|interviews?' +
    '|sections?) (?:were|was) (?:collected|obtained|taken|drawn|analy[sz]ed|recorded|extracted|stained|stored' +
    '|performed|conducted)\\b',
  '^(?:the )?(?:\\w+ ){0,2}(?:cells|mice|rats|animals|neurons|cultures) (?:were|was) (?:cultured|maintained' +
    '|grown|incubated|stained|housed|sacrificed|purchased|transfected)\\b',
  '\\b(?:databases|registries|abstracts|literature|medline|pubmed|embase)\\b[^.;]{0,60} (?:were' +
    '|was) (?:systematically )?searched\\b',
  `\\bstatistical (?:significance|analys[ei]s) (?:was|were) (?:set|defined|performed|conducted|done|carried)\\b`,
  `\\b${STUDIED} were followed(?: up)? for a (?:median|mean)\\b`,
  `\\b(?:was|were) measured in a (?:subset|sub-?study|subsample)\\b`,
  '^(?:the )?(?:primary|main|secondary|principal)(?: efficacy| clinical| study)? (?:outcomes?' +
    '|end ?points?)(?: measures?| variables?)? (?:was|were|is|are|included)(?! (?:\\w+ly )?(?:not|reduced|lower' +
    '|higher|similar|observed|improved|met|achieved|reached|seen|recorded|reported|experienced|significant|more' +
    '|less|\\d))',
]
const ANNOUNCED = [
  '^(?:this|the (?:present|current)|our) (?:study|paper|article|review|trial|report|page|work) (?:aim\\w*' +
    '|was (?:designed|conducted|undertaken|performed)|examin\\w*|investigat\\w*|describ\\w*|review\\w*' +
    '|discuss\\w*|present\\w*|explor\\w*|evaluat\\w*|assess\\w*|compar\\w*|summari[sz]\\w*|sought)\\b',
  `^(?:the )?(?:aim|objective|purpose|goal)s? (?:of|was|were|is)\\b`,
  '^to (?!(?:date|this|that|these|those|the|our|an?|some|many|what|its|their|be|us|me|you|him|her' +
    '|them)\\b)[a-z]+ [^,]*$',
  '^to (?:further |better )?(?:assess|determine|evaluate|examine|investigate|compare|explore|describe|study' +
    '|test|estimate|analy[sz]e|quantify)\\b',
  `^our (?:aim|objective|purpose|goal)s? `,
]
const METHOD = new RegExp([...HANDLED, ...ANNOUNCED].join('|'), 'i')
/** "To test this, mice were fed ..., which revealed that ..." */
const TO_DO = /^to [a-z]+ [^.]*?, /i

const JAPANESE_METHOD = new RegExp(
  [
    '^(?:対象|方法|目的|デザイン|背景)[は：:]',
    '^(?:主要|副次)?評価項目は',
    '^(?:平均|中央)?(?:追跡|観察)期間(?:の中央値)?は',
    '^(?:統計学的)?有意水準は',
    '^統計(?:解析|処理|学的解析)(?:は|に|には)',
    'を対象に(?:した|、)?.{0,40}(?:実施した|行った|調査した|検討した)。?$',
    'を(?:無作為|ランダム)に(?:割り付け|割付|分け)',
    'を(?:目的とし|検討(?:した|する)。?$|実施した。?$|解析した。?$|調査した。?$|測定した。?$|収集した。?$|検索した。?$|追跡した。?$|比較した。?$|評価した。?$)',
    '(?:検定|回帰|分析)(?:により|で|を用いて)[^。]{0,12}(?:比較|解析|検討|評価|検定)した。?$',
    'を用いて(?:実験|測定|解析|検討|評価|比較)した。?$',
    '除外した。?$|登録した。?$',
  ].join('|'),
)

/** How a study was done, or what it set out to do; not what it found. */
export function isEnglishMethod(text: string): boolean {
  const purpose = TO_DO.exec(text)?.[0]
  if (purpose !== undefined && TELLS_WHAT_CAME.test(text.slice(purpose.length))) return false
  if (WE_STUDY.test(text) || METHOD.test(text) || isEnglishStudyStep(text)) return true
  const lead = LED_IN_STUDY.exec(text)?.[0]
  return lead !== undefined && !TELLS_WHAT_CAME.test(text.slice(lead.length))
}

export function isJapaneseMethod(text: string): boolean {
  return JAPANESE_METHOD.test(text) || isJapaneseStudyStep(text)
}
