import { attribute, type Child, type Document, type Element, find, textOf } from './dom.ts'
import { scriptOf } from './raised-text.ts'
import type { Notes } from './scripts.ts'

export function isRaised(element: Element): boolean {
  return scriptOf(element) === 'raised'
}

const NOTE = /^[[(（［]?((?:注|note |fn )?\d{1,3}|[*†‡a-z])[\])）］]?$/i

/**
 * The number of a note that a raised link leads to, or that says itself it is one: written in brackets, or it would run
 * into the figure before it. The link may stand in the raised text or around it, or be raised itself.
 */
export function noteMark(raised: Element): string | null {
  const { parent } = raised
  const around = raised.tag === 'a' ? raised : parent?.tag === 'a' && parent.children.length === 1 ? parent : null
  if ((around ?? find(raised, (inner) => inner.tag === 'a')) === null && !saysNote(raised)) return null
  const text = raised.children.map((child) => textOf(child)).join('')
  return NOTE.exec(text)?.[1] ?? null
}

const NOTE_CLASS =
  /(?:^|\s)(?:(?:foot|end)?notes?[-_]?(?:ref|reference|number|mark)?|fn[-_]?ref|fn|reference|citation)(?:$|\s)/i
const NOTE_ID = /^_?(?:fn|ftn|foot-?note|end-?note|note|cite[-_]?ref)[-_:]?(?:ref|back)?[-_:]?\w{0,12}$/i
/** Characters: what shows when the pointer rests on a mark; an exponent has nothing to say. */
const LEAST_TITLE = 8

function saysNote(raised: Element): boolean {
  if (raised.attributes.size === 0) return false
  if (attribute(raised, 'role') === 'doc-noteref') return true
  if (raised.attributes.has('data-footnote') || raised.attributes.has('aria-describedby')) return true
  if (NOTE_CLASS.test(attribute(raised, 'class') ?? '') || NOTE_ID.test(attribute(raised, 'id') ?? '')) return true
  return (attribute(raised, 'title') ?? attribute(raised, 'data-tooltip') ?? '').length >= LEAST_TITLE
}

/**
 * What the page tells of its notes by raised numbers without links: those behind words, as in "was found.<sup>3</sup>",
 * and those that go on from 1. A raised number behind a figure may then be one of them.
 */
export function notesOf(document: Document): Notes {
  const raised = document.elements.filter(isRaised)
  const numbers = new Set<number>()
  let areSeen = false
  let beforeIn: ReadonlyMap<Element, string> = new Map()
  let parent: Element | null = null
  for (const element of raised) {
    const number = numberOf(element)
    if (number === null || element.parent === null) continue
    if (element.parent !== parent) {
      parent = element.parent
      beforeIn = textsBefore(parent.children)
    }
    const before = beforeIn.get(element) ?? ''
    if (/(?:\p{L}{3}|[.,;。、」”"’)])$/u.test(before)) areSeen = true
    if (/(?:^|[^\d.,])(?:10|2)$|[=+×·*/^(−]\s?\d*$/.test(before)) continue
    numbers.add(number)
  }
  return { areSeen, numbers: inSequence(numbers) }
}

/** The last signs of the text before each element, where only text stands between it and the element before. */
function textsBefore(children: readonly Child[]): ReadonlyMap<Element, string> {
  const found = new Map<Element, string>()
  let before = ''
  for (const child of children) {
    if (typeof child === 'string') before = child.slice(-8)
    else {
      found.set(child, before)
      before = ''
    }
  }
  return found
}

function numberOf({ children }: Element): number | null {
  const [text] = children
  const found = children.length === 1 && typeof text === 'string' ? /^\s?\[?(\d{1,3})\]?\s?$/.exec(text) : null
  return found === null ? null : Number(found[1])
}

/** Two numbers from 1 on are a row of notes; nobody writes 1 as a power. */
function inSequence(numbers: ReadonlySet<number>): ReadonlySet<string> {
  const row = new Set<string>()
  for (let next = 1; numbers.has(next); next += 1) row.add(String(next))
  return row.size > 1 ? row : new Set()
}
