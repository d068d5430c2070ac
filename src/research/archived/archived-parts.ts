import type { RecordReader } from '../../archive/read-record.ts'
import type { RecordRef } from '../../archive/types.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import type { DrawPage } from '../../extract/page-picture.ts'
import type { Store } from '../../store/types.ts'

/** What showing an archived page needs; none of it reaches the network. */
export interface ArchivedParts {
  readonly store: Store
  readonly records: RecordReader
  readonly drawPage: DrawPage
}

/** A page, and the passage of it that is meant where one is. */
export interface Place {
  readonly page: Page
  readonly fragment: Fragment | null
}

export interface Named {
  readonly page_id?: string | undefined
  readonly fragment_id?: string | undefined
  readonly edge_id?: string | undefined
}

/** The passage that was judged. */
function fragmentOf(store: Store, edgeId: string | undefined): string | undefined {
  if (edgeId === undefined) return undefined
  const edge = store.edges.get(edgeId)
  if (edge === null || edge.source_type !== 'fragment') throw missing('judgement', edgeId)
  return edge.source_id
}

export function placeOf({ store }: Pick<ArchivedParts, 'store'>, given: Named): Place {
  const named = given.fragment_id ?? (given.page_id === undefined ? fragmentOf(store, given.edge_id) : undefined)
  const fragment = named === undefined ? null : store.fragments.get(named)
  if (named !== undefined && fragment === null) throw missing('passage', named)
  const pageId = fragment?.page_id ?? given.page_id
  if (pageId === undefined)
    throw new LyraError('INVALID_PARAMS', 'Either a page or a passage has to be named', {
      hint: 'Give page_id or fragment_id',
    })
  if (given.page_id !== undefined && given.page_id !== pageId) throw missing('such passage on the page', given.page_id)
  const page = store.pages.get(pageId)
  if (page === null) throw missing('page', pageId)
  return { page, fragment }
}

function missing(what: string, id: string): LyraError {
  return new LyraError('NOT_FOUND', `There is no ${what} ${id.slice(0, 80)}`)
}

/** The record that holds the passage: its own where the page was revised since, else the page's. */
export function recordOf({ page, fragment }: Place): RecordRef | null {
  const file = fragment?.warc_file ?? page.warc_file
  const recordId = fragment?.warc_record_id ?? page.warc_record_id
  return file === null || recordId === null ? null : { file, recordId }
}

/** `file#record`, as a page names its picture. */
export function screenshotOf({ screenshot_path: path }: Pick<Page, 'screenshot_path'>): RecordRef | null {
  const cut = path?.indexOf('#') ?? -1
  return path === null || cut < 1 ? null : { file: path.slice(0, cut), recordId: path.slice(cut + 1) }
}
