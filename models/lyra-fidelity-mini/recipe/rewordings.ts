import type { Draw, Lang } from './alterations.ts'
import { pick } from './alterations.ts'

const UNITS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const LARGE = /(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3})+|\d{3,})(?![\d]|\.\d|,\d|年|月|日)/gu
const SMALL = /(?<![\p{L}\d.,$€¥£-])([2-9]|1[0-2])(?= [a-z]{3,})(?! (?:percent|per cent|million|billion|km|kg))/gu
const ABOUT: Readonly<Record<Lang, readonly string[]>> = { en: ['about ', 'around ', 'roughly '], ja: ['約', 'およそ'] }
const isYear = (text: string) => /^(?:1[5-9]|20)\d\d$/u.test(text)
const grouped = (value: number) => String(value).replace(/\B(?=(?:\d{3})+(?!\d))/gu, ',')

/** The same said in other figures: rounded with "about", a small one in words, % for percent. */
export function reworded(text: string, lang: Lang, draw: Draw): string {
  const rounded = text.replace(LARGE, (own: string, _own: string, at: number) => {
    const before = text.slice(Math.max(0, at - 14), at)
    if (isYear(own) || draw() < 0.5 || /[$€¥£]$|(?:about|around|over|under|than|least|to|nearly|約|第) ?$/iu.test(before)) return own
    const value = Number(own.replaceAll(',', ''))
    const places = 10 ** (String(value).length - 2)
    const near = Math.round(value / places) * places
    return near === value ? own : `${pick(ABOUT[lang], draw)}${grouped(near)}`
  })
  if (lang === 'ja') return draw() < 0.5 ? rounded.replaceAll('％', 'パーセント') : rounded
  const spelled = rounded.replace(SMALL, (own) => UNITS[Number(own)] ?? own)
  return draw() < 0.5 ? spelled.replace(/(\d)%/gu, '$1 percent') : spelled.replace(/(\d) (?:percent|per cent)/gu, '$1%')
}

/** What is not sure, planned or only somebody's word; and the same as a fact. */
const OPEN: Readonly<Record<Lang, readonly string[]>> = {
  en: ['It is possible that {c}', 'Some suspect that {c}', 'It has been suggested that {c}', 'If the plan goes ahead, {c}', 'It is expected that {c}', 'Perhaps {c}', 'Rumour has it that {c}', 'According to an estimate, {c}'],
  ja: ['{c}可能性がある。', '{c}とみられる。', '{c}との見方もある。', '{c}かもしれない。', '{c}という声もある。', '{c}と推測される。', '{c}見込みだという。'],
}
const SURE: Readonly<Record<Lang, readonly string[]>> = {
  en: ['It has been confirmed that {c}', 'It is certain that {c}', 'Tests prove that {c}', '{C}', '{C}', '{C}'],
  ja: ['{c}ことが確認された。', '{c}ことが証明された。', '{c}のは確実だ。', '{c}。', '{c}。', '{c}。'],
}
const FACT: Readonly<Record<Lang, readonly string[]>> = {
  en: ['It has been confirmed that {c}', 'Records show that {c}', 'It turned out that {c}', '{C}'],
  ja: ['{c}ことが確認された。', '{c}ことが分かった。', '{c}。'],
}

function put(templates: readonly string[], text: string, draw: Draw): string {
  const body = text.replace(/[.。]$/u, '')
  const small = /^(?:The|A|An|In|At|On|Since|After|About|More|Most|Some|All|People|It|They|There)\b/u.test(body)
  const inner = small ? body.charAt(0).toLowerCase() + body.slice(1) : body
  const told = (pick(templates, draw) ?? '{C}').replace('{C}', body).replace('{c}', inner)
  return /[.。]$/u.test(told) ? told : `${told}.`
}

export interface Surer {
  readonly unsure: string
  readonly fact: string
  /** Of the claim. */
  readonly sure: string
  readonly open: string
}

/** A text as it is unsure and as a fact, and a claim the same two ways. */
export function surer(text: string, claim: string, lang: Lang, draw: Draw): Surer {
  return { unsure: put(OPEN[lang], text, draw), fact: put(FACT[lang], text, draw), sure: put(SURE[lang], claim, draw), open: put(OPEN[lang], claim, draw) }
}
