import { createHash } from 'node:crypto'
import type { DemoWork } from './demo-sources.ts'

/** Ids the sources would give, derived from the DOI so that a new paper never moves an old one. */
export function openalexId(work: DemoWork): string {
  return `W99${String(Number.parseInt(digest(work.doi).slice(0, 8), 16) % 100_000_000).padStart(8, '0')}`
}

export function semanticScholarId(work: DemoWork): string {
  return digest(`s2 ${work.doi}`).slice(0, 40)
}

export function corpusId(work: DemoWork): number {
  return 900_000_000 + (Number.parseInt(digest(work.doi).slice(8, 14), 16) % 1_000_000)
}

export function citers(works: readonly DemoWork[], work: DemoWork): readonly DemoWork[] {
  return works.filter((candidate) => candidate.references.includes(work.key))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
