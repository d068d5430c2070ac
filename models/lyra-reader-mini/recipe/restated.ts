/**
 * Pairs made from one claim by code: said again inside a report, denied in its own words, called wrong, left open. Webs
 * are written in other words on purpose, so that the model met hardly any of these, which pages are full of.
 */
export interface RestatedRow {
  readonly e: string
  readonly c: string
  /** 0 supports, 1 refutes, 2 neutral. */
  readonly y: number
}

type Lang = 'en' | 'ja'
type Draw = () => number

/** `{c}` the claim, with a small first letter in the middle of an English sentence; `{n}` people, `{t}` a year. */
const AGAIN = {
  en: [
    ...['{C}', 'According to a report of {t}, {c}', 'In a study of {n} people, {c}', 'Officials said that {c}'],
    ...['Researchers found that {c}', 'As the {t} survey shows, {c}', '"{C}," a spokesperson told reporters.'],
    ...['It has been confirmed that {c}', 'In a second, larger trial {c}', 'We know from the records that {c}'],
  ],
  ja: [
    ...['{C}', '{t}年の報告によると、{C}', '{n}人を対象とした調査で、{c}ことが分かった。', '担当者は「{c}」と述べた。'],
    ...['{c}と発表された。', '{c}ことが確認されている。', '関係者によれば、{C}', '別の大規模な試験でも、{C}', '{c}という。'],
  ],
}
const WRONG = {
  en: [
    ...['It is not true that {c}', 'The claim that {c} is false.', 'Officials denied that {c}', 'Contrary to reports, it is wrong that {c}'],
    ...['Some say that {c}, but this has been disproved.', 'Fact check: "{C}" Verdict: false.', '"{C}" - no, that is a myth.'],
    ...['The statement that {c} was withdrawn as incorrect.', 'A court found no truth in the statement that {c}'],
  ],
  ja: [
    ...['{c}という話は事実ではない。', '{c}との主張は誤りである。', '担当者は、{c}との報道を否定した。', '「{c}」はデマです。'],
    ...['{c}と言われることがあるが、これは間違いだ。', '{c}とした記述は誤りで、訂正された。', '検証の結果、「{c}」は誤りと判定された。'],
  ],
}
const OPEN = {
  en: [
    ...['It is unclear whether {c}', 'Whether {c} is not yet known.', 'The study will examine whether {c}', 'Nobody has checked whether {c}'],
    ...['Critics ask whether {c}', 'If {c}, the rules would have to be changed.'],
  ],
  ja: [
    ...['{c}かどうかは分かっていない。', '{c}かは今後の調査で調べる。', '{c}かどうかを問う声がある。', '仮に{c}とすれば、見直しが必要になる。'],
  ],
}

const DENIED = /\b(?:not|no|never|none|nobody|nothing|neither|without|n't|less|fewer|lacks?)\b|n['’]t\b/i
const AUXILIARY = /\b(is|are|was|were|can|could|will|would|does|did|must|has been|have been|had been)\b/
const AUX_FORMS: Readonly<Record<string, string>> = {
  'has been': 'has not been',
  'have been': 'have not been',
  'had been': 'had not been',
}
/** Base, third person, past: those that are seldom nouns. */
const VERBS = (
  'lower lowers lowered|raise raises raised|reduce reduces reduced|increase - increased|cause - caused|improve improves improved|' +
  'prevent prevents prevented|fall - fell|rise - rose|drop - dropped|grow grows grew|lead leads led|pay pays paid|' +
  'receive receives received|open opens opened|close closes closed|sell sells sold|buy buys bought|build builds built|' +
  'produce produces produced|serve serves served|attract attracts attracted|contain contains contained|' +
  'protect protects protected|affect affects affected|damage - damaged|relieve relieves relieved|shorten shortens shortened|' +
  'extend extends extended|double - doubled|exceed exceeds exceeded|employ employs employed|own owns owned|' +
  'approve approves approved|reject rejects rejected|ban - banned|allow allows allowed|win - won|lose loses lost|' +
  'begin begins began|start - started|end - ended|stop - stopped|make makes made|hold holds held|keep keeps kept|' +
  'give gives gave|take takes took|come comes came|bring brings brought|help helps helped|die dies died|become becomes became|' +
  'survive survives survived|decline - declined|expand expands expanded|adopt adopts adopted|admit admits admitted|move - moved'
)
  .split('|')
  .map((line) => line.split(' ') as [string, string, string])
const BASE = new Map(VERBS.flatMap(([base, third, past]) => [[third, `does not ${base}`], [past, `did not ${base}`]] as const))
const VERB = new RegExp(`\\b(${[...BASE.keys()].filter((form) => form !== '-').join('|')})\\b`)

const JA_ENDINGS: readonly (readonly [string, string])[] = [
  ...[['していた', 'していなかった'], ['している', 'していない'], ['ていた', 'ていなかった'], ['ている', 'ていない']] as const,
  ...[['された', 'されなかった'], ['される', 'されない'], ['られた', 'られなかった'], ['られる', 'られない']] as const,
  ...[['した', 'しなかった'], ['である', 'ではない'], ['だった', 'ではなかった'], ['できる', 'できない']] as const,
  ...[['できた', 'できなかった'], ['する', 'しない'], ['がある', 'がない'], ['があった', 'がなかった']] as const,
  ...[['がいる', 'がいない'], ['になった', 'にならなかった'], ['になる', 'にならない'], ['回った', '回らなかった']] as const,
  ...[['回る', '回らない'], ['がった', 'がらなかった'], ['がる', 'がらない'], ['減った', '減らなかった']] as const,
  ...[['減る', '減らない'], ['まった', 'まらなかった'], ['まる', 'まらない'], ['めた', 'めなかった'], ['げた', 'げなかった']] as const,
  ...[['える', 'えない'], ['えた', 'えなかった'], ['れた', 'れなかった'], ['れる', 'れない'], ['だ', 'ではない']] as const,
]
const JA_DENIED = /ない|なかった|ません|ずに|ぬ。/

/** The claim denied in its own words; null where code cannot do it without a fault. */
export function denied(claim: string, lang: Lang): string | null {
  if (lang === 'ja') {
    const body = claim.replace(/。$/, '')
    if (JA_DENIED.test(body)) return null
    const ending = JA_ENDINGS.find(([from]) => body.endsWith(from))
    return ending === undefined ? null : `${body.slice(0, -ending[0].length)}${ending[1]}。`
  }
  if (DENIED.test(claim)) return null
  const aux = AUXILIARY.exec(claim)
  const verb = VERB.exec(claim)
  if (verb !== null && (aux === null || verb.index < aux.index))
    return claim.replace(verb[0], BASE.get(verb[0]) ?? verb[0])
  if (aux === null) return null
  return claim.replace(aux[0], AUX_FORMS[aux[0]] ?? `${aux[0]} not`)
}

function told(templates: readonly string[], claim: string, lang: Lang, draw: Draw): string {
  const template = templates[Math.floor(draw() * templates.length)] ?? '{C}'
  const body = claim.replace(/[.。]$/, '')
  const small = lang === 'en' && /^(?:The|A|An|In|At|On|Since|After|About|More|Most|Some|All|People|It)\b/.test(body)
  const inner = small ? body.charAt(0).toLowerCase() + body.slice(1) : body
  const end = lang === 'ja' ? '。' : '.'
  const text = template
    .replace('{C}', /\{C\}["”」]/.test(template) || template.includes('{C},') ? body : body + end)
    .replace('{c}', inner)
    .replace('{n}', String(20 + Math.floor(draw() * 900)))
    .replace('{t}', String(2012 + Math.floor(draw() * 13)))
  return /[.。!?"」]$/.test(text) ? text : text + end
}

/** `beside`: a passage of the same web that decides nothing about the claim, or null. */
export function restatedRows(claim: string, lang: Lang, beside: string | null, draw: Draw): RestatedRow[] {
  const within = (text: string) => {
    if (beside === null || draw() < 0.6) return text
    const space = lang === 'en' ? ' ' : ''
    return draw() < 0.5 ? `${text}${space}${beside}` : `${beside}${space}${text}`
  }
  const rows: RestatedRow[] = [{ e: within(told(AGAIN[lang], claim, lang, draw)), c: claim, y: 0 }]
  if (draw() < 0.7) rows.push({ e: within(told(WRONG[lang], claim, lang, draw)), c: claim, y: 1 })
  if (draw() < 0.5) rows.push({ e: within(told(OPEN[lang], claim, lang, draw)), c: claim, y: 2 })
  const not = denied(claim, lang)
  if (not === null) return rows
  rows.push({ e: within(told(AGAIN[lang], not, lang, draw)), c: claim, y: 1 })
  rows.push({ e: within(told(AGAIN[lang], claim, lang, draw)), c: not, y: 1 })
  if (draw() < 0.4) rows.push({ e: within(told(AGAIN[lang], not, lang, draw)), c: not, y: 0 })
  return rows
}
