import { readdirSync, readFileSync } from 'node:fs'

/**
 * Pairs made from frames (frames/*.jsonl). A frame is a kind of thing with names, titles and facts; a fact has several
 * sentences that say it. The value, the year and the thing decide the label, never the words: supports and refutes use
 * the same sentences, so the model has to compare what is said.
 */
export interface FrameRow {
  readonly e: string
  readonly c: string
  /** 0 supports, 1 refutes, 2 neutral. */
  readonly y: number
  readonly kind: string
  readonly lang: string
}

export type Lang = 'en' | 'ja'

interface When {
  y: number
  m: number
  day: number
}

/** One of them is set, by the type of the fact: a number, a choice, a state (yes or no), a date. */
export interface Value {
  n?: number
  v?: number
  yes?: boolean
  d?: When
}

interface Said {
  text: string
  lang: Lang
  /** The sentence names its thing itself; otherwise a title has to. */
  named: boolean
  /** Rounded, or a date without its day: a correction of it would not be plain. */
  loose: boolean
}

let seed = 11
/** A fixed draw: the same frames give the same pairs. */
export const rnd = () => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed / 0x7fffffff
}
export const pick = <T>(xs: readonly T[]): T => xs[Math.floor(rnd() * xs.length)]!

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const MONTHS = (
  'January February March April May June July August September October November December'
).split(' ')
const ABOUT = {
  en: ['about ', 'some ', 'around ', 'roughly ', 'just under ', 'nearly '],
  ja: ['約', 'およそ', 'ほぼ'],
}

const comma = (n: number, d = 0) => n.toLocaleString('en-US', { minimumFractionDigits: d, maximumFractionDigits: d })

function era(y: number): string {
  if (y >= 2019) return `令和${y === 2019 ? '元' : y - 2018}年`
  if (y >= 1989) return `平成${y === 1989 ? '元' : y - 1988}年`
  if (y >= 1926) return `昭和${y - 1925}年`
  return `${y}年`
}

function number(n: number, d: number, lang: Lang, loose: boolean, free: boolean): string {
  const about = loose && free ? pick(ABOUT[lang]) : ''
  if (loose && d === 0 && n >= 100) {
    const p = 10 ** (Math.floor(Math.log10(n)) - 1)
    n = Math.round(n / p) * p
  }
  if (lang === 'en') {
    if (d === 0 && n <= 12 && rnd() < 0.5) return about + WORDS[n]
    if (n >= 1e6 && rnd() < 0.6) {
      const s = (n / 1e6).toFixed(2).replace(/\.?0+$/, '')
      if (Math.abs(Number(s) * 1e6 - n) < n * 0.004) return `${about}${s} million`
    }
  } else if (d === 0 && n >= 10000) {
    const r = rnd()
    if (r < 0.4) return `${about}${Math.floor(n / 10000)}万${n % 10000 === 0 ? '' : n % 10000}`
    if (r < 0.6 && n % 1000 === 0) return `${about}${n / 10000}万`
  }
  return about + (n >= 1000 && rnd() < 0.85 ? comma(n, d) : n.toFixed(d))
}

function yearText(y: number, lang: Lang, after: string): string {
  if (lang === 'en' || !after.startsWith('年')) return String(y)
  return rnd() < 0.35 ? era(y).replace(/年$/, '') : String(y)
}

function date({ y, m, day }: When, lang: Lang, fine: boolean): string {
  if (lang === 'en') {
    if (!fine) return `${MONTHS[m]} ${y}`
    return pick([`${day} ${MONTHS[m]} ${y}`, `${MONTHS[m]} ${day}, ${y}`, `${day} ${MONTHS[m]} ${y}`])
  }
  const year = rnd() < 0.3 ? era(y) : `${y}年`
  return fine ? `${year}${m + 1}月${day}日` : `${year}${m + 1}月`
}

/** `{s}` the thing, `{n}` the figure, `{m}` the figure that is right in a correction, `{t}` the year, `{v}`, `{d}`. */
export function fill(tpl: string, name: string, lang: Lang, fact: any, value: Value, t: number, wrong?: number): Said {
  let loose = false
  const d = fact.digits ?? 0
  let text = tpl.replace(/\{n\}/g, (_, at) => {
    if (wrong !== undefined) return number(wrong, d, lang, false, false)
    // "about" fits only where nothing is glued to the figure: not in "€{n}"
    const free = at === 0 || /[\s、。はがのをにでと|：:|]/.test(tpl[at - 1]!)
    loose = fact.type === 'number' && free && (value.n ?? 0) >= 100 && d === 0 && rnd() < 0.16
    return number(value.n!, d, lang, loose, free)
  })
  text = text.replace(/\{m\}/g, () => number(value.n!, d, lang, false, false))
  text = text.replace(/\{t\}/g, (_, at) => yearText(t, lang, tpl.slice(at + 3)))
  text = text.replace(/\{v\}/g, () => fact.values[lang][value.v!])
  const fine = rnd() < 0.7
  if (fact.type === 'date' && !fine) loose = true
  text = text.replace(/\{d\}/g, () => date(value.d!, lang, fine))
  return { text: text.replaceAll('{s}', name), lang, named: tpl.includes('{s}'), loose }
}

function roundish(low: number, high: number, d: number): number {
  const least = Math.log(Math.max(low, 0.01))
  const v = Math.exp(least + rnd() * (Math.log(high) - least))
  if (d > 0) return Number(v.toFixed(d))
  const digits = Math.floor(Math.log10(Math.max(v, 1))) + 1
  const keep = Math.min(digits, pick([2, 2, 3, 3, 4]))
  const p = 10 ** (digits - keep)
  return Math.max(1, Math.round(v / p) * p)
}

/** Another figure: two digits exchanged, ten times as much, or plainly more or less; never within rounding. */
function other(n: number, fact: any): number {
  const d = fact.digits ?? 0
  for (let k = 0; k < 30; k++) {
    const r = rnd()
    let m: number
    if (r < 0.12 && n >= 12 && d === 0) {
      const s = String(n)
      rnd() // keeps the draws those of the shipped run
      m = Number(s[1]! + s[0]! + s.slice(2))
    } else if (r < 0.2) m = n * 10
    else m = n * pick([0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 1.2, 1.25, 1.3, 1.4, 1.5, 1.7, 2])
    m = d > 0 ? Number(m.toFixed(d)) : Math.round(m)
    if (d === 0 && m >= 100) {
      const p = 10 ** Math.max(0, String(m).length - 3)
      m = Math.round(m / p) * p
    }
    if (m > 0 && Math.abs(m - n) / n > 0.14) return m
  }
  return n + Math.max(1, Math.round(n * 0.3))
}

export function valueOf(fact: any): Value {
  if (fact.type === 'number') return { n: roundish(fact.low, fact.high, fact.digits ?? 0) }
  if (fact.type === 'choice') return { v: Math.floor(rnd() * fact.values.en.length) }
  if (fact.type === 'date') {
    const y = fact.from + Math.floor(rnd() * (fact.to - fact.from))
    return { d: { y, m: Math.floor(rnd() * 12), day: 1 + Math.floor(rnd() * 28) } }
  }
  return { yes: rnd() < 0.5 }
}

function otherValue(fact: any, v: Value): Value {
  if (fact.type === 'number') return { n: other(v.n!, fact) }
  if (fact.type === 'choice') {
    let k = v.v!
    while (k === v.v) k = Math.floor(rnd() * fact.values.en.length)
    return { v: k }
  }
  if (fact.type === 'date') {
    const d = v.d!
    if (rnd() < 0.5) return { d: { ...d, y: d.y + pick([-2, -1, 1, 2, 3]) } }
    return { d: { ...d, m: (d.m + pick([1, 2, 4, 10])) % 12 } }
  }
  return { yes: !v.yes }
}

export function templates(fact: any, lang: Lang, v: Value): string[] {
  return fact.type === 'state' ? fact[v.yes ? 'yes' : 'no'][lang] : fact[lang]
}

const context = (title: string, text: string) => (title === '' ? text : `${title} : ${text}`)

/** The frames of a folder, each with its place in its file. */
export function readFrames(folder: string): { frame: any; at: number }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => {
      const lines = readFileSync(`${folder}/${file}`, 'utf8').split('\n')
      return lines.filter((line) => line.trim() !== '').map((line, at) => ({ frame: JSON.parse(line), at }))
    })
}

/** The pairs of one fact of one frame, drawn once. */
function pairsOf(k: any, fact: any): FrameRow[] {
  const rows: FrameRow[] = []
  const [a, b] = [Math.floor(rnd() * k.names.en.length), Math.floor(rnd() * k.names.en.length)]
  const sibling = a === b ? (a + 1) % k.names.en.length : b
  const cl: Lang = rnd() < 0.5 ? 'en' : 'ja'
  const el: Lang = rnd() < 0.18 ? (cl === 'en' ? 'ja' : 'en') : cl
  const t = 2010 + Math.floor(rnd() * 15)
  const v = valueOf(fact)
  const say = (fc: any, who: number, lang: Lang, value: Value, year: number, not?: string) => {
    const tpl = pick(templates(fc, lang, value).filter((x) => x !== not))
    return { ...fill(tpl, k.names[lang][who], lang, fc, value, year), tpl }
  }
  const title = (who: number, lang: Lang) => pick(k.titles[lang] as string[]).replaceAll('{s}', k.names[lang][who])
  const placed = (s: Said, who: number) => context(s.named && rnd() < 0.3 ? '' : title(who, s.lang), s.text)
  const filler = (who: number, lang: Lang, year: number) => {
    const fc = pick(k.facts.filter((x: any) => x !== fact)) as any
    return say(fc, who, lang, valueOf(fc), year).text
  }
  // Half of the passages hold other facts of the same thing beside the one that decides. Table rows stand alone.
  const passage = (s: Said, who: number, year: number) => {
    if (rnd() < 0.5 || /\|/.test(s.text)) return placed(s, who)
    const more = Array.from({ length: 1 + Math.floor(rnd() * 2) }, () => filler(who, s.lang, year))
    const all = [s.text, ...more.filter((x) => !x.includes('|'))].sort(() => rnd() - 0.5)
    return context(s.named && rnd() < 0.2 ? '' : title(who, s.lang), all.join(s.lang === 'en' ? ' ' : ''))
  }
  const c = say(fact, a, cl, v, t)
  const claim = placed(c, a)
  const put = (e: string, y: number) => rows.push({ e, c: claim, y, kind: k.kind, lang: cl === el ? cl : 'mixed' })

  // supports: the same value in other words
  put(passage(say(fact, a, el, v, t, c.tpl), a, t), 0)
  // refutes: another value; in three of ten also in the claim's own words
  const w = otherValue(fact, v)
  put(passage(say(fact, a, el, w, t, rnd() < 0.7 ? c.tpl : undefined), a, t), 1)
  // corrections name both figures, the wrong and the right one
  if (fact.corrects && !c.loose && rnd() < 0.6) {
    const tpl = pick(fact.corrects[el] as string[])
    const name = k.names[el][a]
    if (rnd() < 0.6) put(context(title(a, el), fill(tpl, name, el, fact, w, t, v.n).text), 1)
    else put(context(title(a, el), fill(tpl, name, el, fact, v, t, w.n).text), 0)
  }
  // neutral: another year, another thing of the kind, another fact; sometimes with the claim's own value
  if (fact.time) {
    const u = t + pick([-4, -3, -2, -1, 1, 2, 3])
    const value = rnd() < 0.25 ? v : otherValue(fact, v)
    put(passage(say(fact, a, el, value, u, rnd() < 0.5 ? c.tpl : undefined), a, u), 2)
  }
  const s = say(fact, sibling, el, rnd() < 0.3 ? v : otherValue(fact, v), t)
  const besideTitle = s.named && rnd() < 0.35
  put(besideTitle ? context(title(a, el), s.text) : passage({ ...s, named: false }, sibling, t), 2)
  const fc = pick(
    k.facts.filter((x: any) => x !== fact && (fact.type !== 'number' || rnd() < 0.5 || x.type === 'number')),
  ) as any
  const fv = valueOf(fc)
  const bothNumbers = fc.type === 'number' && fact.type === 'number'
  if (bothNumbers && rnd() < 0.3 && v.n! <= fc.high && v.n! >= fc.low) fv.n = v.n!
  put(passage(say(fc, a, el, fv, t), a, t), 2)
  return rows
}

/** `per` draws of every fact of every frame. */
export function frameRows(folder: string, per: number): FrameRow[] {
  const rows: FrameRow[] = []
  for (const { frame } of readFrames(folder))
    for (let round = 0; round < per; round++) for (const fact of frame.facts) rows.push(...pairsOf(frame, fact))
  return rows
}
