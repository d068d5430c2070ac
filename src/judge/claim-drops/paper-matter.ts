import { longPattern } from '../../domain/long-pattern.ts'
import { either } from './alternatives.ts'

/** What ought to be studied next, or where the text appeared: true of nearly every paper, and of no subject. */
const ABOUT_THE_PAPER = longPattern('i')`
  \b(?:further|more|additional|future|larger|longer|larger-scale)\b[^.]{0,60}\b(?:stud(?:y|ies)|trials?|research
    |investigations?|work|data)\b[^.]{0,40}\b(?:needed|required|warranted|necessary|should)\b
  |\bremains? to be (?:seen|determined|elucidated|established)\b|\b(?:paper|article|study|report|review
    |findings?|results?)\b[^.]{0,30}\b(?:was|were|is|are|has been|have been) (?:first |recently )?published\b
  |(?:今後|さらなる|更なる|追加の)[^。]{0,20}(?:研究|検討|検証|試験|調査)[^。]{0,10}(?:必要|望まれ|期待|求められ)|(?:論文|研究|成果|報告|記事)[^。]{0,20}(?:に
    |で)(?:掲載|発表|公開)(?:され|した)`

/** Lines around a paper: who paid, whom to write to, what a figure shows. */
const AROUND_THE_PAPER = new RegExp(
  [
    `^${either([
      ...['funding', 'correspondence(?: to)?', 'keywords?', 'key words', 'abbreviations'],
      ...['acknowledge?ments?', 'how to cite'],
    ])}\\s*[:：]`,
    '^received \\d{1,2} \\w+ \\d{4}|; accepted \\d',
    '^(?:supplementary|supporting|supplemental) (?:data|information|material|table|figure)',
    '^(?:figure|fig\\.?|table|panel|scheme|box) ?s?\\d+[a-z]? (?:shows?|lists?|illustrates?|depicts?' +
      '|summari[sz]es|presents?|gives?)\\b',
    '^(?:error bars?|scale bars?|bars|dashed lines?)\\b.{0,20} (?:represents?|indicates?|denotes?|shows?|=)',
    'ethic(?:s|al) (?:approval|clearance)|(?:approved|reviewed) by the [^.]{0,40}(?:ethics|review board|committee)',
    '\\binformed consent (?:was|were|has been)\\b|(?:gave|provided|signed) (?:\\w+ )?informed consent' +
      '|contributed equally to',
    '(?:declares?|no|none|disclosure of|report) (?:\\w+ ){0,3}(?:conflicts? of interest|competing interests?)',
    '\\bdeposited in (?:the )?(?:genbank|geo|ncbi|protein data bank|pdb)',
    '\\b(?:data|code|materials?|software|scripts|datasets?)\\b[^.]{0,60}\\b(?:is|are) (?:freely |publicly ' +
      '|openly )?available (?:from|upon|on|at|in the|under)\\b(?=[^.]*(?:authors?|request|repository|github' +
      '|http|supplement))',
    '^the (?:rest|remainder|structure) of (?:this|the) (?:paper|article|chapter|report|thesis)\\b',
    '^(?:section|chapter|part|appendix) (?:\\d+|[ivx]+|[a-d]) (?:describes|presents|discusses|reviews' +
      '|outlines|introduces|explains|summari[sz]es|concludes|reports|covers|deals with|considers|examines' +
      '|is devoted)\\b',
    '\\b(?:this|the|our) (?:work|study|research|project|trial) (?:was|were|is) (?:partly |partially ' +
      '|financially )?(?:supported|funded|financed) by\\b',
    '\\bauthors? (?:have )?(?:read and )?approved the (?:final )?(?:manuscript|version)',
    '\\bclinicaltrials\\.gov\\b|\\btrial registration\\b|\\bdoi:|creative commons',
  ].join('|'),
  'i',
)

/** One entry of a list of references, or a piece of one. */
const AUTHOR = "\\p{Lu}[\\p{L}'’-]*\\p{Ll},? (?:\\p{Lu}\\.? ?){1,3}"
const REFERENCE = new RegExp(
  [
    `^(?:\\[\\d+\\]|\\d+[.)]) ?(?:${AUTHOR}(?:[,.;]|$))`,
    `^${AUTHOR}(?:, |; | and | & )${AUTHOR}[,.;]`,
    '\\b(?:19|20)\\d\\d;\\s?\\d+(?:\\(\\d+\\))?:\\s?[\\de]',
    '^(?:retrieved|accessed|archived|available) (?:from|on|at)\\b',
    '^(?:journal|proceedings|annals|archives|transactions) of [^.]*, ?\\d+',
    '^\\p{Lu}[\\p{L} .]{2,30}: [^.]{3,60}[;,] (?:19|20)\\d\\d\\.?$',
  ].join('|'),
  'u',
)
const REFERENCE_VERBS = /^(?:Retrieved|Accessed|Archived|Available) (?:from|on|at)\b/

const JAPANESE_AROUND = longPattern('')`
  ^(?:図|表)\s?\d+(?:に|は)|キーワード[：:]|利益相反|倫理(?:審査)?委員会|インフォームド|同意を得た|^(?:参考文献|出典|引用文献)[：:]|^第[\d一二三四五六七八九十]+[章節](?:では
    |は)|^(?:本論文|本稿|本書|本章)の構成|著者(?:全員|ら)?[^。]{0,10}(?:原稿|論文)[^。]{0,6}承認|(?:責任著者|著者)[^。]{0,12}(?:入手|請求)|助成を受け`

export function isAboutThePublication(text: string): boolean {
  return [ABOUT_THE_PAPER, AROUND_THE_PAPER, REFERENCE, REFERENCE_VERBS, JAPANESE_AROUND].some((sign) =>
    sign.test(text),
  )
}
