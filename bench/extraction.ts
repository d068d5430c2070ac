import { defaultExtract } from '../test/extract/default-extract.ts'
import { type Bench, type BenchOptions, type BenchResult, median } from './bench.ts'
import { measureCharsets } from './extraction/charsets.ts'
import { articlePages, type BenchPage, hasCollections, mixedPages } from './extraction/collections.ts'
import { hugePage } from './extraction/large.ts'
import { measureMetadata } from './extraction/metadata.ts'
import { mutationRun } from './extraction/mutations.ts'
import { measureHtmlNumbers } from './extraction/numbers-html.ts'
import { measurePdfs } from './extraction/pdf-measures.ts'
import { readabilityText } from './extraction/readability.ts'
import { scanRun } from './extraction/scans.ts'
import { compareShingles, mean, type ShingleCounts, shingleF1, snippetShare, wordF1 } from './extraction/scorers.ts'
import { reportUnsure } from './extraction/unsure.ts'

type Numbers = Record<string, number | string | null>
type Rows = BenchResult['rows'][number][]

/**
 * Text quality on two public collections by their own measures, and the speed of it; --mutations adds ten thousand
 * damaged inputs.
 */
export const extraction: Bench = {
  about: 'main text against two public collections, speed, memory; with --mutations 10,000 damaged documents',
  run: async (options) => {
    const numbers: Numbers = { bench: 'extraction' }
    const rows: Rows = []
    const found = hasCollections(options.data)
    if (!found) options.say(`no collections under ${options.data}`)
    const compare = found ? await measureCollections(options, numbers, rows) : async () => {}
    if (found) await measureMetadata(extract, options, numbers, rows)
    await measureCharsets(options, numbers, rows)
    await measureLarge(options, numbers, rows)
    await measurePdfs(extract, options, numbers, rows)
    await measureHtmlNumbers(extract, options, numbers, rows)
    await measureScans(options, numbers, rows)
    if (options.mutations === true) await measureMutations(options, numbers, rows)
    // The baseline comes last: it needs far more memory, which would count as ours.
    await compare()
    return { numbers, rows }
  },
}

const extract = defaultExtract()

async function readPage(page: BenchPage, body: Uint8Array): Promise<{ text: string; isUnsure: boolean }> {
  const extraction = await extract({ url: page.url, contentType: 'text/html', body })
  if (!extraction.ok) return { text: '', isUnsure: false }
  const text = extraction.page.fragments.map((fragment) => fragment.text_content).join('\n\n')
  return { text, isUnsure: extraction.page.qualityFlags.includes('unsure_extraction') }
}

interface Scored {
  readonly page: BenchPage
  readonly text: string
  readonly isUnsure: boolean
  readonly baseline: string
}

async function measureCollections(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<() => Promise<void>> {
  const times: number[] = []
  let cpu = 0
  let peak = 0
  const score = async (pages: readonly BenchPage[]): Promise<Scored[]> => {
    const scored: Scored[] = []
    for (const page of pages) {
      const body = page.read()
      const started = performance.now()
      const before = process.cpuUsage()
      const { text, isUnsure } = await readPage(page, body)
      const used = process.cpuUsage(before)
      times.push(performance.now() - started)
      cpu += (used.user + used.system) / 1e6
      peak = Math.max(peak, process.memoryUsage.rss())
      scored.push({ page, text, isUnsure, baseline: '' })
    }
    return scored
  }
  const articles = await score(articlePages(options.data))
  const mixed = await score(mixedPages(options.data))
  numbers.pages = times.length
  numbers.pages_per_cpu_s = round(times.length / cpu, 1)
  numbers.median_ms = round(median(times), 1)
  numbers.slowest_ms = round(Math.max(...times), 0)
  numbers.rss_mb = round(peak / 1e6, 0)
  options.say(
    `${numbers.pages_per_cpu_s} pages a CPU second, median ${numbers.median_ms} ms, slowest ${numbers.slowest_ms} ms, ${numbers.rss_mb} MB`,
  )
  rows.push({
    what: 'speed over both collections',
    measured: `${numbers.pages_per_cpu_s} pages a CPU second; slowest page ${numbers.slowest_ms} ms; ${numbers.rss_mb} MB`,
    baseline: '',
    target: 'at least 50 pages a CPU second, under 400 MB',
  })
  reportUnsure([...articles, ...mixed], numbers, rows)
  return async () => {
    await reportArticles(await withBaseline(articles), options, numbers, rows)
    await reportMixed(await withBaseline(mixed), options, numbers, rows)
  }
}

async function withBaseline(scored: readonly Scored[]): Promise<Scored[]> {
  const result: Scored[] = []
  for (const one of scored) result.push({ ...one, baseline: await readabilityText(one.page.read()) })
  return result
}

async function reportArticles(scored: readonly Scored[], options: BenchOptions, numbers: Numbers, rows: Rows) {
  const count = (of: (one: Scored) => string, half: string | null): ShingleCounts[] =>
    scored
      .filter((one) => half === null || one.page.half === half)
      .map((one) => compareShingles(one.page.truth, of(one)))
  const all = shingleF1(count((one) => one.text, null))
  const base = shingleF1(count((one) => one.baseline, null))
  numbers.articles_f1 = round(all.f1, 4)
  numbers.articles_precision = round(all.precision, 4)
  numbers.articles_recall = round(all.recall, 4)
  for (const half of ['A', 'B'])
    numbers[`articles_f1_${half.toLowerCase()}`] = round(shingleF1(count((one) => one.text, half)).f1, 4)
  numbers.articles_f1_readability = round(base.f1, 4)
  options.say(
    `articles F1 ${numbers.articles_f1} (half A ${numbers.articles_f1_a}, half B ${numbers.articles_f1_b}), readability ${numbers.articles_f1_readability}`,
  )
  rows.push({
    what: `article bodies, ${scored.length} pages, shingle F1`,
    measured: `${numbers.articles_f1} (A ${numbers.articles_f1_a}, B ${numbers.articles_f1_b})`,
    baseline: `${numbers.articles_f1_readability} (readability)`,
    target: 'at least 0.978',
  })
}

async function reportMixed(scored: readonly Scored[], options: BenchOptions, numbers: Numbers, rows: Rows) {
  const f1 = (of: (one: Scored) => string, holds: (page: BenchPage) => boolean) =>
    round(mean(scored.filter((one) => holds(one.page)).map((one) => wordF1(of(one), one.page.truth))), 4)
  const own = (one: Scored) => one.text
  numbers.wcxb_f1 = f1(own, () => true)
  numbers.wcxb_f1_a = f1(own, (page) => page.half === 'A')
  numbers.wcxb_f1_b = f1(own, (page) => page.half === 'B')
  numbers.wcxb_f1_readability = f1(
    (one) => one.baseline,
    () => true,
  )
  const kinds = [...new Set(scored.map((one) => one.page.kind))].sort()
  const byKind = kinds.map((kind) => [kind, f1(own, (page) => page.kind === kind)] as const)
  for (const [kind, value] of byKind) numbers[`wcxb_f1_${kind}`] = value
  const worst = byKind.reduce((least, one) => (one[1] < least[1] ? one : least))
  numbers.wcxb_f1_worst_kind = worst[1]
  numbers.wcxb_with = round(mean(scored.map((one) => snippetShare(one.text, one.page.with))), 4)
  numbers.wcxb_without = round(
    mean(scored.filter((one) => one.page.without.length > 0).map((one) => snippetShare(one.text, one.page.without))),
    4,
  )
  options.say(
    `wcxb F1 ${numbers.wcxb_f1} (A ${numbers.wcxb_f1_a}, B ${numbers.wcxb_f1_b}), readability ${numbers.wcxb_f1_readability}; ${byKind.map(([kind, value]) => `${kind} ${value}`).join(', ')}; with ${numbers.wcxb_with}, without ${numbers.wcxb_without}`,
  )
  rows.push({
    what: `pages of seven kinds (WCXB), ${scored.length} pages, word F1`,
    measured: `${numbers.wcxb_f1} (A ${numbers.wcxb_f1_a}, B ${numbers.wcxb_f1_b}); worst kind ${worst[0]} ${worst[1]}`,
    baseline: `${numbers.wcxb_f1_readability} (readability)`,
    target: 'at least 0.885, worst kind at least 0.78',
  })
}

async function measureLarge(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const timed = async (contentType: string, body: Uint8Array) => {
    const before = process.cpuUsage()
    const started = performance.now()
    const extraction = await extract({ url: 'https://large.example/', contentType, body })
    if (!extraction.ok) throw new Error(`large input: ${extraction.reason}`)
    const used = process.cpuUsage(before)
    return { ms: performance.now() - started, cpuMs: (used.user + used.system) / 1000 }
  }
  const page = await timed('text/html', hugePage(5_000_000))
  numbers.huge_page_ms = round(page.ms, 0)
  numbers.huge_page_cpu_ms = round(page.cpuMs, 0)
  options.say(`a page of 5 MB: ${numbers.huge_page_ms} ms (${numbers.huge_page_cpu_ms} ms of CPU)`)
  rows.push({
    what: 'an HTML page of 5 MB',
    measured: `${numbers.huge_page_ms} ms`,
    baseline: '',
    target: 'under 2 s',
  })
}

async function measureScans(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const run = await scanRun(8)
  numbers.ocr_pages_per_min = round((run.pages * 60_000) / run.ms, 1)
  numbers.ocr_error_english = round(run.english, 4)
  numbers.ocr_error_japanese = round(run.japanese, 4)
  options.say(
    `OCR: ${numbers.ocr_pages_per_min} pages a minute; errors a character ${numbers.ocr_error_english} English, ${numbers.ocr_error_japanese} Japanese`,
  )
  rows.push({
    what: `a scan of ${run.pages} pages, English and Japanese, by OCR`,
    measured: `${numbers.ocr_pages_per_min} pages a minute; errors a character ${numbers.ocr_error_english} and ${numbers.ocr_error_japanese}`,
    baseline: '',
    target: 'at most 0.02 errors a character',
  })
}

async function measureMutations(options: BenchOptions, numbers: Numbers, rows: Rows): Promise<void> {
  const run = await mutationRun(10_000, options.say)
  numbers.mutations = run.inputs
  numbers.mutations_untyped = run.untyped
  numbers.mutations_slowest_ms = round(run.slowestMs, 0)
  numbers.mutations_slowest_cpu_ms = round(run.slowestCpuMs, 0)
  numbers.mutations_rss_mb = round(run.peakRss / 1e6, 0)
  numbers.mutations_rss_growth = round(run.rssGrowth, 3)
  rows.push({
    what: `${run.inputs} damaged HTML and PDF inputs`,
    measured: `${run.untyped} exceptions; slowest ${numbers.mutations_slowest_ms} ms (${numbers.mutations_slowest_cpu_ms} ms of CPU); ${numbers.mutations_rss_mb} MB, ${round(run.rssGrowth * 100, 1)} % more in the second half`,
    baseline: '',
    target:
      'no exception, thrown or caught at the last fence; none over 5 s; memory bounded: peak of the second half < 10 % over the first',
  })
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
