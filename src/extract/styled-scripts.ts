import type { Document } from './dom.ts'
import { INLINE, type Script } from './raised-text.ts'

/** Rules that are looked at in one page, and the characters before each in which its classes stand. */
const MOST_RULES = 100
const RULE_ROOM = 2000

/** Tells the elements whose class a style sheet of the page raises or lowers (".c7" of a saved document). */
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
