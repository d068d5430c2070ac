import type { Page } from '../../domain/page.ts'
import { withdraws } from '../../domain/paper.ts'
import type { Store } from '../../store/types.ts'
import {
  bestOf,
  type ComparedPages,
  compareWithPages,
  isBetter,
  nearestOf,
  type StatementParts,
} from './check-statement.ts'

/** Pages that one mark may mean: an author has written several in a year. */
const MOST_MEANT = 12

export interface WeighedPages {
  readonly pages: readonly Page[]
  /** What a statement has from several sources is looked for in all of them together. */
  readonly together: boolean
  /** The statement cites them; else they are the nearest ones. */
  readonly cited: boolean
  readonly isRetracted: (page: Page) => boolean
}

export interface WeighedStatement {
  readonly compared: readonly ComparedPages[]
  /** What decides; undefined where there was nothing to compare with. */
  readonly best: ComparedPages | undefined
  /** The sound pages do not bear the statement out as well as those that were withdrawn do. */
  readonly restsOnRetracted: boolean
}

/**
 * Sound pages first: what they bear out stands, whatever was withdrawn beside them. The withdrawn ones are heard where
 * that is not so, since a statement must not pass for one that nobody ever made.
 */
export async function weighSources(
  parts: StatementParts,
  asked: Parameters<typeof compareWithPages>[1],
  { pages, together, cited, isRetracted }: WeighedPages,
): Promise<WeighedStatement> {
  const groups = (some: readonly Page[]) =>
    together ? [some].filter(({ length }) => length > 0) : some.slice(0, MOST_MEANT).map((page) => [page])
  const compareAll = async (some: readonly Page[]) => {
    const compared: ComparedPages[] = []
    for (const group of groups(some)) compared.push(await compareWithPages(parts, asked, group))
    return compared
  }
  const withdrawn = pages.filter(isRetracted)
  const sound = await compareAll(pages.filter((page) => !withdrawn.includes(page)))
  const best = cited ? bestOf(sound) : nearestOf(sound)
  if (withdrawn.length === 0 || best?.verdict === 'supported') return { compared: sound, best, restsOnRetracted: false }
  // Of several sources of one statement the withdrawn ones are read with the others: each may have its part of it.
  const others = await compareAll(together ? pages : withdrawn)
  const other = bestOf(others)
  const decides = other !== undefined && (best === undefined || isBetter(other, best))
  return { compared: [...sound, ...others], best: decides ? other : best, restsOnRetracted: decides }
}

/** Withdrawn itself, or the text of a work that was. */
export function retractionsOf({ works }: Pick<Store, 'works'>): (page: Page) => boolean {
  const known = new Map<string, boolean>()
  return (page) => {
    const before = known.get(page.id)
    if (before !== undefined) return before
    const id = page.work_id ?? page.full_text_of ?? null
    const work = id === null ? null : works.get(id)
    const ofWork = work !== null && (work.is_retracted || work.updates.some(({ type }) => withdraws(type)))
    known.set(page.id, page.is_retracted || ofWork)
    return page.is_retracted || ofWork
  }
}
