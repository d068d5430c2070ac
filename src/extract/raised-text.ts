import { multilineRegExp } from '../domain/multiline-regexp.ts'

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
export const INLINE: ReadonlySet<string> = new Set(
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
const SMALLER = multilineRegExp('i')`
  (?:^|[;\s])font-size\s{0,3}:\s{0,3}(?:smaller|small|x{1,2}-small|0?\.\d{1,4}r?em|[1-9]\d(?:\.\d{1,4})?%
    |[4-9](?:\.\d{1,4})?p[xt])`

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
