import type { Document } from './dom.ts'

/** Of the elements of dom.ts, which reads by this file what is raised. */
interface Element {
  readonly tag: string
  readonly attributes: {
    readonly size: number
    get(name: string): string | undefined
    script?: Script
  }
}

export type Script = 'raised' | 'lowered' | 'level'

/** Elements within a line: a cell or a picture that says vertical-align means something else. */
const INLINE = new Set(
  'a abbr b bdi big cite code data del em font i ins kbd mark q s samp small span strike strong time tt u var'.split(
    ' ',
  ),
)

/** Whether the text of the element stands above or below its line: by its tag, its style or its class. */
export function scriptOf({ tag, attributes }: Element): Script {
  if (tag === 'sup') return 'raised'
  if (tag === 'sub') return 'lowered'
  if (attributes.size === 0 || !INLINE.has(tag)) return 'level'
  attributes.script ??= byStyle(attributes.get('style')) ?? byClass(attributes.get('class')) ?? 'level'
  return attributes.script
}

const ALIGNED = /(?:^|[;\s])vertical-align\s{0,3}:\s{0,3}([-+\w.%]{1,20})/i
const POSITION = /(?:^|[;\s])font-variant-position\s{0,3}:\s{0,3}(super|sub)\b/i
/** What Word writes into mail: half of it is read by no browser. */
const RAISE = /(?:^|[;\s])mso-text-raise\s{0,3}:\s{0,3}(-?)[\d.]{1,6}/i
const SHIFTED = /(?:^|[;\s])(top|bottom)\s{0,3}:\s{0,3}(-?)(?:\d{1,3}\.?\d{0,4}|\.\d{1,4})(?:r?em|ex|p[xt]|%)/i
const SMALLER =
  /(?:^|[;\s])font-size\s{0,3}:\s{0,3}(?:smaller|small|x{1,2}-small|0?\.\d{1,4}r?em|[1-9]\d(?:\.\d{1,4})?%|[4-9](?:\.\d{1,4})?p[xt])/i

function byStyle(style: string | undefined): Script | null {
  if (style === undefined || !/vertical-align|position|mso-text-raise/i.test(style)) return null
  const aligned = ALIGNED.exec(style)?.[1]?.toLowerCase() ?? POSITION.exec(style)?.[1]?.toLowerCase()
  if (aligned === 'super') return 'raised'
  if (aligned === 'sub') return 'lowered'
  const raise = RAISE.exec(style)
  if (raise !== null) return raise[1] === '-' ? 'lowered' : 'raised'
  // A length alone also sets icons straight; with smaller letters it is a script.
  if (!SMALLER.test(style)) return null
  if (aligned === 'text-top' || aligned === 'top') return 'raised'
  if (aligned !== undefined && /^[-+]?[\d.]*[1-9]/.test(aligned)) return aligned.startsWith('-') ? 'lowered' : 'raised'
  const shifted = /position\s{0,3}:\s{0,3}relative/i.test(style) ? SHIFTED.exec(style) : null
  if (shifted === null) return null
  return (shifted[1]?.toLowerCase() === 'top') === (shifted[2] === '-') ? 'raised' : 'lowered'
}

const RAISED_CLASS = /(?:^|\s)(?:super-?script|sup)(?:$|\s)/i
const LOWERED_CLASS = /(?:^|\s)(?:sub-?script|sub)(?:$|\s)/i

function byClass(names: string | undefined): Script | null {
  if (names === undefined) return null
  return RAISED_CLASS.test(names) ? 'raised' : LOWERED_CLASS.test(names) ? 'lowered' : null
}

/** Rules that are looked at in one page, and the characters before each in which its classes stand. */
const MOST_RULES = 100
const RULE_ROOM = 2000

/** Tells the elements whose class a style sheet of the page raises or lowers, as printed documents are saved (".c7"). */
export function markStyledScripts(document: Document): void {
  const classes = new Map<string, Script>()
  for (const sheet of document.byTag.get('style') ?? [])
    for (const text of sheet.children) if (typeof text === 'string') readSheet(text, classes)
  if (classes.size === 0) return
  for (const { tag, attributes } of document.elements) {
    if (attributes.size === 0 || !INLINE.has(tag)) continue
    const names = attributes.get('class')
    if (names === undefined) continue
    const script = names.split(/\s+/).flatMap((name) => classes.get(name) ?? [])[0]
    if (script !== undefined) attributes.script = script
  }
}

const CLASS = /^[a-z]{0,10}\.([\w-]{1,80})$/i

function readSheet(sheet: string, classes: Map<string, Script>): void {
  let at = sheet.indexOf('vertical-align')
  for (let rules = 0; at >= 0 && rules < MOST_RULES; rules += 1) {
    const value = /^vertical-align\s{0,3}:\s{0,3}(super|sub)\b/.exec(sheet.slice(at, at + 40))?.[1]
    const before = sheet.slice(Math.max(0, at - RULE_ROOM), at)
    const open = before.lastIndexOf('{')
    if (value !== undefined && open > before.lastIndexOf('}'))
      for (const selector of selectorsOf(before.slice(0, open))) {
        const name = CLASS.exec(selector)?.[1]
        if (name !== undefined) classes.set(name, value === 'super' ? 'raised' : 'lowered')
      }
    at = sheet.indexOf('vertical-align', at + 1)
  }
}

function selectorsOf(before: string): readonly string[] {
  const start = Math.max(before.lastIndexOf('}'), before.lastIndexOf('{'), before.lastIndexOf('*/') + 1) + 1
  return before
    .slice(start)
    .split(',')
    .map((selector) => selector.trim())
}
