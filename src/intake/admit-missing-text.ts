import { type Clock, isoTime } from '../domain/clock.ts'
import { sha256, stableId } from '../domain/ids.ts'
import type { Fragment, Page } from '../domain/page.ts'
import { markScreened } from '../domain/screened.ts'
import { screenFields } from '../guard/l2-page-screen.ts'
import type { Store } from '../store/types.ts'
import { reportDanger } from './report-danger.ts'
import type { Stamp } from './web-page-rows.ts'

export interface MissingText {
  readonly text: string
  /** Where on the page it stands, e.g. the heading above it. */
  readonly place: string | null
}

export interface AdmittedText {
  /** The fragment that has the text now; null where it gave orders, and nothing was saved. */
  readonly fragmentId: string | null
  /** False where the page had the text already. */
  readonly isNew: boolean
  readonly safe: { readonly text: string | null; readonly place: string | null }
  readonly warnings: readonly string[]
}

/**
 * L2 (REQ 4.4.1): what a person says a page has and the reader missed is text of that page, and comes through a tool
 * that any client may call. It becomes the page's last fragment. The page is not blamed for it: its words are not
 * known to be there.
 */
export function admitMissingText(
  { store, clock }: { readonly store: Pick<Store, 'fragments' | 'events'>; readonly clock: Clock },
  page: Page,
  missing: MissingText,
  causeId: string,
): AdmittedText {
  const { safe, ...screening } = screenFields({ place: missing.place, text: missing.text })
  const warnings = reportDanger(store.events, { type: 'page', id: page.id, url: page.url }, screening, causeId)
  const { text, place } = safe
  if (text === null) return { fragmentId: null, isNew: false, safe, warnings }
  const known = store.fragments.ofPage(page.id)
  const same = known.find(({ text_content }) => folded(text_content) === folded(text))
  if (same !== undefined) return { fragmentId: same.id, isNew: false, safe, warnings }
  const position = known.reduce((last, fragment) => Math.max(last, fragment.position), -1) + 1
  const row = missingTextRow(page, { text, place, position }, { at: isoTime(clock), causeId })
  store.fragments.saveAll([markScreened(row)])
  return { fragmentId: row.id, isNew: true, safe, warnings }
}

function missingTextRow(
  page: Page,
  { text, place, position }: MissingText & { readonly position: number },
  { at, causeId }: Stamp,
): Fragment {
  return {
    id: stableId('frag', page.id, 'user', text),
    page_id: page.id,
    fragment_type: 'paragraph',
    text_content: text,
    heading_context: place,
    heading_hierarchy: [],
    element_index: 0,
    position,
    char_start: 0,
    char_end: 0,
    page_number: null,
    text_hash: sha256(text),
    language: page.language,
    extraction_method: 'user',
    quality_score: 1,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: causeId,
  }
}

/** The same words in full width, or broken into other lines, are the same text. */
function folded(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}
