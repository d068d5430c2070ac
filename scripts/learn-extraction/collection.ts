import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { articlePages, mixedPages } from '../../bench/extraction/collections.ts'

const Truth = z.object({
  url: z.string().nullish(),
  ground_truth: z.object({ main_content: z.string().nullish() }),
  _internal: z.object({ page_type: z.object({ primary: z.string() }) }),
})

export interface LearningPage {
  readonly set: 'wcxb' | 'articles'
  readonly id: string
  readonly url: string
  readonly kind: string
  readonly truth: string
  read(): Uint8Array
}

/**
 * The pages to learn from, in a fixed order: WCXB's development part without the pages that the benchmark measures, and
 * half A of the articles. Of the pages that are measured only the ids are used.
 */
export function* learningPages(wcxb: string, data: string): Generator<LearningPage> {
  const measured = new Set(mixedPages(data).map((page) => page.id))
  for (const name of readdirSync(join(wcxb, 'ground-truth')).sort()) {
    const id = name.replace(/\.json$/, '')
    if (measured.has(id)) continue
    const page = Truth.parse(JSON.parse(readFileSync(join(wcxb, 'ground-truth', name), 'utf8')))
    const { primary } = page._internal.page_type
    yield {
      set: 'wcxb',
      id,
      url: page.url ?? '',
      kind: primary === 'category' ? 'collection' : primary,
      truth: page.ground_truth.main_content ?? '',
      read: () => gunzipSync(readFileSync(join(wcxb, 'html', `${id}.html.gz`))),
    }
  }
  for (const { id, url, kind, truth, half, read } of articlePages(data))
    if (half === 'A') yield { set: 'articles', id, url, kind, truth, read }
}
