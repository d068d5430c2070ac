import type { DrawnPage } from '../../api/draw-archived.ts'
import type { ReadArchived } from '../../api/read-archived.ts'
import type { RecordRef } from '../../archive/types.ts'
import { decodeHtml } from '../../extract/charset.ts'
import { kindOf } from '../../extract/extract.ts'
import { type ArchivedParts, type Place, placeOf, recordOf, screenshotOf } from './archived-parts.ts'

interface Wanted {
  readonly page_id: string
  readonly fragment_id?: string | undefined
  readonly screenshot?: boolean | undefined
  readonly resource?: string | undefined
}

const MISSING = { ok: true, found: false } as const

/** Bytes from the archive, or the answer that it has none; there is no other place to look. */
export async function readArchivedBytes(parts: ArchivedParts, wanted: Wanted): Promise<ReadArchived> {
  const ref = await refOf(parts, placeOf(parts, wanted), wanted)
  const kept = ref === null ? null : await parts.records.read(ref.file, ref.recordId)
  if (kept === null || kept.status >= 400) return MISSING
  const contentType = kept.responseHeaders['content-type'] ?? 'application/octet-stream'
  const found = { ok: true, found: true, url: kept.url, captured_at: kept.time, content_type: contentType } as const
  const isPage = wanted.screenshot !== true && wanted.resource === undefined
  if (isPage && kindOf({ contentType, body: kept.body }) === 'html')
    return { ...found, html: await decodeHtml(kept.body, contentType), base64: null }
  return { ...found, html: null, base64: Buffer.from(kept.body).toString('base64') }
}

async function refOf({ records }: ArchivedParts, place: Place, wanted: Wanted): Promise<RecordRef | null> {
  if (wanted.screenshot === true) return screenshotOf(place.page)
  const page = recordOf(place)
  if (page === null || wanted.resource === undefined) return page
  return records.nearest(page.file, wanted.resource, place.page.fetched_at)
}

interface WantedPicture {
  readonly page_id: string
  readonly fragment_id?: string | undefined
  readonly words?: string | undefined
  readonly number?: number | undefined
}

export async function drawArchivedPage(
  parts: ArchivedParts,
  wanted: WantedPicture,
  signal: AbortSignal,
): Promise<DrawnPage> {
  const place = placeOf(parts, wanted)
  const ref = recordOf(place)
  const kept = ref === null ? null : await parts.records.read(ref.file, ref.recordId)
  if (kept === null) return { ok: true, drawn: false, problem: 'The page is not in the archive' }
  const drawn = await parts.drawPage(
    {
      body: kept.body,
      number: wanted.number ?? place.fragment?.page_number ?? 1,
      words: wanted.words ?? place.fragment?.text_content ?? '',
      before: '',
      after: '',
    },
    signal,
  )
  if ('problem' in drawn) return { ok: true, drawn: false, problem: drawn.problem.slice(0, 1000) }
  const { png, boxes, ...picture } = drawn
  return { ok: true, drawn: true, ...picture, boxes, png_base64: Buffer.from(png).toString('base64') }
}
