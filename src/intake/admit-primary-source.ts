import type { PrimarySource } from '../domain/primary-source.ts'
import { markScreened } from '../domain/screened.ts'
import { screenFields } from '../guard/l2-page-screen.ts'
import type { Store } from '../store/types.ts'

const LONGEST_WORDS = 400

/** L2 (REQ 4.4.1): the words by which a page names its source, and what a server gave as its reason. */
export function admitPrimarySource({ primarySources }: Pick<Store, 'primarySources'>, row: PrimarySource): void {
  const { safe } = screenFields({
    words: row.words.slice(0, LONGEST_WORDS),
    reason: row.reason?.slice(0, LONGEST_WORDS) ?? null,
  })
  primarySources.save(markScreened({ ...row, words: safe.words ?? '', reason: safe.reason }))
}
