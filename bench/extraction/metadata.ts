import type { Extract } from '../../src/extract/types.ts'
import type { BenchOptions, BenchResult } from '../bench.ts'
import { articlePages, type BenchPage, mixedPages } from './collections.ts'
import { type MetadataScore, metadataLabels, scoreMetadata } from './metadata-labels.ts'

type Numbers = Record<string, number | string | null>

export async function metadataScores(extract: Extract, data: string): Promise<MetadataScore[]> {
  const labels = metadataLabels()
  const scores: MetadataScore[] = []
  for (const page of [...articlePages(data), ...mixedPages(data)]) {
    const label = labels.get(page.id)
    if (label === undefined) continue
    scores.push(scoreMetadata(label, page.half, await readOf(extract, page)))
  }
  return scores
}

async function readOf(extract: Extract, page: BenchPage) {
  const extraction = await extract({ url: page.url, contentType: 'text/html', body: page.read() })
  return extraction.ok ? extraction.page : { publishedAt: null, updatedAt: null, authors: [] }
}

/** Dates and authors against what a reader sees; half A was looked at while the rules were written, half B was not. */
export async function measureMetadata(
  extract: Extract,
  options: BenchOptions,
  numbers: Numbers,
  rows: BenchResult['rows'][number][],
): Promise<void> {
  const scores = await metadataScores(extract, options.data)
  for (const [suffix, of] of [
    ['', scores],
    ...(['A', 'B'] as const).map(
      (half) => [`_${half.toLowerCase()}`, scores.filter((one) => one.half === half)] as const,
    ),
  ] as const) {
    numbers[`dates_right${suffix}`] = share(of.map((one) => one.dateRight))
    numbers[`authors_right${suffix}`] = share(of.map((one) => one.authorsRight))
  }
  numbers.metadata_pages = scores.length
  numbers.dates_where_none_is_shown = scores.filter((one) => one.dateInvented).length
  numbers.authors_where_none_is_named = scores.filter((one) => one.authorsInvented).length
  options.say(
    `dates ${numbers.dates_right} (A ${numbers.dates_right_a}, B ${numbers.dates_right_b}), ` +
      `authors ${numbers.authors_right} (A ${numbers.authors_right_a}, B ${numbers.authors_right_b})`,
  )
  rows.push(
    {
      what: `day of publication as a reader sees it, ${scores.filter((one) => one.dateRight !== null).length} pages`,
      measured: `${numbers.dates_right} (A ${numbers.dates_right_a}, B ${numbers.dates_right_b})`,
      baseline: '',
      target: 'at least 0.85',
    },
    {
      what: `all authors and nobody else, ${scores.filter((one) => one.authorsRight !== null).length} pages`,
      measured: `${numbers.authors_right} (A ${numbers.authors_right_a}, B ${numbers.authors_right_b})`,
      baseline: '',
      target: 'at least 0.55',
    },
  )
}

function share(values: readonly (boolean | null)[]): number {
  const asked = values.filter((value) => value !== null)
  return Math.round((asked.filter(Boolean).length / Math.max(1, asked.length)) * 1000) / 1000
}
