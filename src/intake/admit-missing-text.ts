import { type Clock, isoTime } from '../domain/clock.ts'
import { sha256, stableId } from '../domain/ids.ts'
import type { Fragment, Page } from '../domain/page.ts'
import { markScreened } from '../domain/screened.ts'
import { screenFields } from '../guard/l2-page-screen.ts'
import type { Store } from '../store/types.ts'
import { reportDanger } from './report-danger.ts'

export interface MissingText {
  /** In the page's own words. */
  readonly text: string
  /** Where on the page it stands, e.g. the heading above it. */
  readonly place: string | null
}

export interface ScreenedPassage {
  /** What may be kept of it; null where it gave orders. */
  readonly safe: { readonly text: string | null; readonly place: string | null }
  /** The fragment it makes, not saved yet; null where it gave orders. */
  readonly fragment: Fragment | null
  /** Audits what was kept out, and saves the fragment; returns what the reader is told. */
  save(causeId: string): readonly string[]
}

/**
 * L2 (REQ 4.4.1): a passage of a page that the reader left out and a person points at is text from outside like the
 * rest of the page. It becomes the page's last fragment. An order to an AI among it costs the page nothing: whoever
 * read the page through Lyra never met it.
 */
export function screenMissingText(
  { store, clock }: { readonly store: Pick<Store, 'fragments' | 'events'>; readonly clock: Clock },
  page: Page,
  missing: MissingText,
): ScreenedPassage {
  const { safe, ...screening } = screenFields({ place: missing.place, text: missing.text })
  const fragment = safe.text === null ? null : passageFragment(page, safe.text, safe.place, isoTime(clock))
  return {
    safe,
    fragment,
    save: (causeId) => {
      if (fragment !== null) {
        const position = store.fragments.ofPage(page.id).reduce((last, one) => Math.max(last, one.position), -1) + 1
        store.fragments.saveAll([markScreened({ ...fragment, position, cause_id: causeId })])
      }
      return reportDanger(store.events, { type: 'page', id: page.id, url: page.url }, screening, causeId)
    },
  }
}

function passageFragment(page: Page, text: string, place: string | null, at: string): Fragment {
  return {
    id: stableId('frag', page.id, 'user', text),
    page_id: page.id,
    fragment_type: 'paragraph',
    text_content: text,
    heading_context: place,
    heading_hierarchy: [],
    element_index: 0,
    position: 0,
    char_start: 0,
    char_end: 0,
    page_number: null,
    text_hash: sha256(text),
    language: page.language,
    extraction_method: 'user',
    quality_score: page.quality_score,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: '',
  }
}
