import type { Heading } from '../domain/page.ts'
import { cleanInput, type DangerFinding, detectDanger } from './l2-input-cleaning.ts'

interface ScreenedFragment {
  readonly text_content: string
  readonly heading_context: string | null
  readonly heading_hierarchy: readonly Heading[]
}

export interface PageTexts<F extends ScreenedFragment> {
  readonly title: string | null
  readonly authors: readonly string[]
  readonly fragments: readonly F[]
}

export interface Screened<F extends ScreenedFragment> extends PageTexts<F> {
  /** All findings, with the part of the page they stand in; the first of each place is enough for the audit log. */
  readonly findings: readonly (DangerFinding & { readonly part: 'text' | 'title' | 'author' })[]
  /** Something on the page gives orders to an AI. */
  readonly isDangerous: boolean
}

/**
 * L2 (REQ 4.4.1) for everything of a page that may be stored and shown: fragments, title, authors and the headings kept as context.
 * What carries an instruction stays out, wherever on the page it stands; what only speaks of one stays.
 */
export function screenPage<F extends ScreenedFragment>(page: PageTexts<F>): Screened<F> {
  const findings: (DangerFinding & { part: 'text' | 'title' | 'author' })[] = []
  const isSafe = (text: string, part: 'text' | 'title' | 'author') => {
    const found = detectDanger(text)
    findings.push(...found.map((finding) => ({ ...finding, part })))
    return !found.some(({ severity }) => severity === 'instruction')
  }
  const kept = page.fragments.filter((fragment) => isSafe(fragment.text_content, 'text'))
  const title = page.title !== null && isSafe(page.title, 'title') ? cleanInput(page.title).text : null
  // One field is cut at its commas into several names: what one of them orders, the next may go on with.
  const areSafe = isSafe(page.authors.join(', '), 'author')
  const authors = areSafe ? page.authors.map((author) => cleanInput(author).text) : []
  return {
    title,
    authors,
    fragments: kept.map(withSafeHeadings),
    findings,
    isDangerous: findings.some(({ severity }) => severity === 'instruction'),
  }
}

/** A heading that is no fragment of its own any more must not come back as the context of others. */
function withSafeHeadings<F extends ScreenedFragment>(fragment: F): F {
  const safe = fragment.heading_hierarchy.filter(({ text }) => !hasInstruction(text))
  const context = fragment.heading_context !== null && hasInstruction(fragment.heading_context)
  if (safe.length === fragment.heading_hierarchy.length && !context) return fragment
  return {
    ...fragment,
    heading_hierarchy: safe,
    heading_context: context ? (safe.at(-1)?.text ?? null) : fragment.heading_context,
  }
}

export function hasInstruction(text: string): boolean {
  return detectDanger(text).some(({ severity }) => severity === 'instruction')
}
