import { type Clock, isoTime } from '../domain/clock.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Page } from '../domain/page.ts'
import type { CanonicalPaper } from '../domain/paper.ts'
import { markScreened } from '../domain/screened.ts'
import type { Store } from '../store/types.ts'
import type { IntakeCause } from './cause.ts'
import { paperMetadata } from './paper-rows.ts'

export interface PaperIntake {
  readonly store: Store
  readonly clock: Clock
  /** Weighs again what rests on a page that was retracted just now, in the same transaction. */
  readonly reweigh: (claimIds: readonly string[], causeId: string) => void
}

/** Chapters share the ISBN of their book: the page of one is not the other's, and not retracted with it. */
export function knownPage({ pages }: Pick<Store, 'pages'>, work: CanonicalPaper): Page | null {
  for (const identifier of work.identifiers) {
    const page = pages.byIdentifier(identifier)
    if (page !== null && (page.work_id === null || page.work_id === work.id)) return page
  }
  return null
}

/**
 * The page that was read at the paper's address becomes the paper's, else one that was adopted; null while there is
 * none.
 */
export function pageOfPaper(
  intake: PaperIntake,
  { work, landingUrl }: { readonly work: CanonicalPaper; readonly landingUrl: string | null },
  cause: IntakeCause,
): string | null {
  const landing = landingUrl === null ? null : intake.store.pages.byUrl(landingUrl)
  const page = landing !== null && isSuccess(landing.outcome) ? landing : knownPage(intake.store, work)
  if (page === null) return null
  adoptPage(intake, page, work, cause)
  return page.id
}

/** The page is this work's from now on, and is retracted with it. */
export function adoptPage(intake: PaperIntake, page: Page, work: CanonicalPaper, cause: IntakeCause): void {
  const { store, clock } = intake
  store.write(() => {
    for (const identifier of work.identifiers) store.pages.index(identifier, page.id, isoTime(clock))
    if (page.work_id === null) store.pages.linkToPaper(page.id, work.id, markScreened(paperMetadata(work)))
    if (work.is_retracted) retract(intake, work, cause)
  })
}

/**
 * All pages of the work: a preprint is withdrawn with its article. What rests on them, in whichever task, loses its
 * support now and not only when that task is searched again.
 */
export function retract({ store, reweigh }: PaperIntake, work: CanonicalPaper, { taskId, causeId }: IntakeCause): void {
  for (const pageId of store.pages.notYetRetracted(work.id)) {
    store.pages.markRetracted(pageId)
    const resting = store.claims.restingOn([pageId])
    const retraction = store.events.append({
      kind: 'work_retracted',
      taskId,
      subjectType: 'page',
      subjectId: pageId,
      data: { title: work.title, notice: work.retraction_notice, claims: resting.length },
      causeId,
    })
    if (resting.length > 0) reweigh(resting, retraction)
  }
}
