import type { PageStatement } from '../domain/page-statement.ts'
import { markScreened } from '../domain/screened.ts'
import { screenFields } from '../guard/l2-page-screen.ts'
import type { Store } from '../store/types.ts'
import { reportDanger } from './report-danger.ts'

/**
 * L2 (REQ 4.4.1): words of archived versions come into timelines and reports without being fragments of the page.
 * Returns what the reader is told.
 */
export function admitStatements(
  store: Pick<Store, 'pageStatements' | 'events' | 'write'>,
  page: { readonly id: string; readonly url: string },
  statements: readonly PageStatement[],
): readonly string[] {
  const warnings: string[] = []
  const safe = statements.filter(({ was, now, cause_id }) => {
    const screened = screenFields({ was, now })
    warnings.push(
      ...reportDanger(
        store.events,
        { type: 'page', id: page.id, url: page.url },
        { ...screened, dropped: 0 },
        cause_id,
      ),
    )
    return !screened.isDangerous
  })
  store.write(() =>
    store.pageStatements.replace(
      page.id,
      safe.map((one) => markScreened(one)),
    ),
  )
  return warnings
}
