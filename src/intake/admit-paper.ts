import { z } from 'zod'
import { isoTime } from '../domain/clock.ts'
import { type CanonicalPaper, canonicalPaperSchema, type Paper, withdraws } from '../domain/paper.ts'
import { markScreened } from '../domain/screened.ts'
import type { ArchiveRef } from '../net/types.ts'
import { isNotice } from '../store/paper-identity.ts'
import type { IntakeCause } from './cause.ts'
import { adoptPage, knownPage, type PaperIntake, pageOfPaper, retract } from './paper-pages.ts'
import { abstractRow, landingOf, paperMetadata, paperPageRow } from './paper-rows.ts'
import { reportDanger } from './report-danger.ts'
import { screenPaper } from './screen-paper.ts'

export interface FoundPaper {
  readonly work: Paper
  readonly archive: ArchiveRef | null
}

export const savedPaperSchema = z.object({
  work: canonicalPaperSchema,
  /** Null when no source has the abstract: the landing page becomes a fetch candidate (TRUST phase 4). */
  pageId: z.string().nullable(),
  landingUrl: z.string().nullable(),
})
export type SavedPaper = Readonly<z.infer<typeof savedPaperSchema>>

export interface AdmittedPaper {
  readonly paper: SavedPaper
  readonly warnings: readonly string[]
}

/**
 * TRUST phase 4: one work, one page; its abstract is the only fragment; the full text is a page of its own (LYRA 2.4).
 */
export function admitPaper(intake: PaperIntake, found: FoundPaper, cause: IntakeCause): AdmittedPaper {
  const { store, clock } = intake
  return store.write(() => {
    const at = isoTime(clock)
    const screened = screenPaper(found.work)
    const merged = store.works.merge(screened.work, at, cause.causeId)
    const paper = saveWork(intake, merged, found.archive, cause, at)
    // The index that passed it on is not blamed for what a paper says: no flag, and its domain keeps its trust.
    const url = paper.landingUrl ?? paper.work.id
    const subject =
      paper.pageId === null
        ? ({ type: 'work', id: paper.work.id, url } as const)
        : ({ type: 'page', id: paper.pageId, url } as const)
    return { paper, warnings: reportDanger(store.events, subject, screened, cause.causeId) }
  })
}

function saveWork(
  intake: PaperIntake,
  work: CanonicalPaper,
  archive: ArchiveRef | null,
  cause: IntakeCause,
  at: string,
): SavedPaper {
  const { store } = intake
  if (isNotice(work)) return saveNotice(intake, work, cause)
  const landingUrl = landingOf(work)
  const existing = knownPage(store, work)
  if (existing !== null) {
    store.pages.describePaper(work.id, markScreened(paperMetadata(work)))
    adoptPage(intake, existing, work, cause)
    return { work, pageId: existing.id, landingUrl }
  }
  if (work.abstract === null || landingUrl === null)
    return { work, landingUrl, pageId: pageOfPaper(intake, { work, landingUrl }, cause) }
  const stamp = { at, causeId: cause.causeId }
  const { page } = store.pages.save(markScreened(paperPageRow(work, landingUrl, archive, stamp)))
  if (work.abstract !== '') store.fragments.saveAll([markScreened(abstractRow(page.id, work, work.abstract, stamp))])
  adoptPage(intake, page, work, cause)
  return { work, pageId: page.id, landingUrl }
}

/** A notice tells of a paper and proves nothing by itself: it becomes no page, and what it withdraws is withdrawn. */
function saveNotice(intake: PaperIntake, notice: CanonicalPaper, cause: IntakeCause): SavedPaper {
  const { store } = intake
  for (const { doi, type } of notice.notice_of) {
    if (!withdraws(type)) continue
    const work = store.works.byIdentifier({ type: 'doi', value: doi })
    if (work !== null) retract(intake, work, cause)
  }
  const landing = landingOf(notice)
  const read = landing === null ? null : store.pages.byUrl(landing)
  if (read !== null) store.pages.linkToPaper(read.id, notice.id, markScreened(paperMetadata(notice)))
  return { work: notice, pageId: null, landingUrl: null }
}
