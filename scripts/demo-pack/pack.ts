import { join } from 'node:path'
import { defaultSettings } from '../../src/domain/settings.ts'
import { type EngineTable, loadEngineTable } from '../../src/engines/engine-table.ts'
import { refutationQueries } from '../../src/engines/refutation-queries.ts'
import { serpUrl } from '../../src/engines/serp-place.ts'
import { type Capture, html, plain } from './capture.ts'
import { crossrefAnswers } from './crossref-answers.ts'
import { type DemoPage, type DemoSources, loadDemoSources } from './demo-sources.ts'
import { openalexAnswers } from './openalex-answers.ts'
import { PAGE_WORDS } from './page-words.ts'
import { writePdf } from './pdf.ts'
import { pubmedAnswers } from './pubmed-answers.ts'
import { renderPage } from './render-page.ts'
import { semanticScholarAnswers } from './semantic-scholar-answers.ts'
import { type Listing, serpPage } from './serp-pages.ts'
import { encodeShiftJis } from './shift-jis.ts'
import { writeWarc } from './warc.ts'

export interface DemoPack {
  readonly archive: Uint8Array
  readonly captures: readonly Capture[]
  readonly counts: Readonly<Record<string, number>>
}

/** `change` makes another demo web of it, for a benchmark. */
export function packDemo(root: string, change: (sources: DemoSources) => DemoSources = (same) => same): DemoPack {
  const sources = change(loadDemoSources(join(root, 'demo')))
  const table = loadEngineTable(join(root, 'config/engines.yaml'))
  checkSearches(sources)
  const groups = {
    pages: sources.pages.filter(isDocument).map((page) => pageCapture(page, sources)),
    robots: robotsCaptures(sources),
    sitemaps: sources.pages
      .filter((page) => page.form === 'sitemap')
      .map(({ url, text }) => ({ ...plain(url, 200, text), headers: { 'content-type': 'application/xml' } })),
    doi_redirects: sources.works.map((work) => ({
      url: `https://doi.org/${work.doi}`,
      status: 302,
      headers: { location: work.url, 'content-type': 'text/html; charset=utf-8' },
      body: new Uint8Array(),
    })),
    result_pages: resultPages(sources, table),
    openalex: openalexAnswers(sources.works, sources.searches),
    semantic_scholar: semanticScholarAnswers(sources.works, sources.searches),
    crossref: crossrefAnswers(sources.works),
    pubmed: pubmedAnswers(sources.works),
  }
  const captures = Object.values(groups).flat()
  const archive = writeWarc(captures)
  const hosts = new Set(groups.pages.map((capture) => new URL(capture.url).host))
  const sizes = Object.entries(groups).map(([name, group]): [string, number] => [name, group.length])
  return {
    archive,
    captures,
    counts: { ...Object.fromEntries(sizes), hosts: hosts.size, records: captures.length, bytes: archive.length },
  }
}

function isDocument(page: DemoPage): boolean {
  return page.form === 'body' || page.form === 'whole'
}

function pageCapture(page: DemoPage, sources: DemoSources): Capture {
  const { front, url } = page
  if (front.kind === 'pdf') {
    if (front.published === undefined) throw new Error(`demo/web/${page.file}: a PDF needs its date in \`published\``)
    const { title, author = '', published: date } = front
    const body = writePdf({ title, author, date, text: page.text, footer: 'Fictional demo.' })
    return { url, status: front.status, headers: { 'content-type': 'application/pdf', ...front.headers }, body }
  }
  const text = page.form === 'whole' ? `${page.text}\n` : renderPage(page, sources)
  if (front.charset === 'utf-8') return html(url, front.status, text, front.headers)
  // No charset in the header: only the page's own meta element tells it.
  const headers = { 'content-type': 'text/html', ...front.headers }
  return { url, status: front.status, headers, body: encodeShiftJis(text) }
}

/** A host without its own robots.txt answers 404, as most do. */
function robotsCaptures(sources: DemoSources): readonly Capture[] {
  const hosts = [...new Set([...sources.pages.map((page) => page.host), 'doi.org'])].sort()
  return hosts.map((host) => {
    const own = sources.pages.find((page) => page.host === host && page.form === 'robots')
    const url = `https://${host}/robots.txt`
    return own === undefined ? plain(url, 404, `Not found. ${PAGE_WORDS.en.fictional}`) : plain(url, 200, own.text)
  })
}

function resultPages(sources: DemoSources, table: EngineTable): readonly Capture[] {
  const listings = listingsByUrl(sources)
  return sources.searches.flatMap((search) =>
    defaultSettings.engines.default.map((name) => {
      const engine = table.find((candidate) => candidate.name === name)
      const answer = search.web[name]
      if (engine === undefined || answer === undefined)
        throw new Error(`demo/searches.yaml: "${search.query}" has no answer of ${name}`)
      const kind = 'answer' in answer ? answer.answer : 'results'
      const urls = 'answer' in answer ? [] : answer
      const found = urls.map((url) => {
        const listing = listings.get(new URL(url).href)
        if (listing === undefined) throw new Error(`demo/searches.yaml: ${url} is neither packed nor under unpacked`)
        return listing
      })
      const page = serpPage(name, kind, search.query, found)
      return html(serpUrl(engine, search.query), page.status, page.html)
    }),
  )
}

function listingsByUrl(sources: DemoSources): ReadonlyMap<string, Listing> {
  const packed = sources.pages.map(({ url, front }): [string, Listing] => {
    const work = sources.works.find((candidate) => candidate.key === front.work)
    const date = work?.date ?? front.published ?? null
    return [url, { url, title: front.listed_as ?? front.title, snippet: front.description, date }]
  })
  const missing = sources.unpacked.map((entry): [string, Listing] => [entry.url, { ...entry, date: null }])
  return new Map([...packed, ...missing])
}

/** Every query the script leads to must be answered, the mechanical refutation queries among them (REQ 3.1.7.5). */
function checkSearches(sources: DemoSources): void {
  const answered = new Set(sources.searches.map((search) => search.query))
  for (const step of sources.script.steps) {
    const expanded = step.options?.refute === true ? refutationQueries(step.search, null) : []
    for (const query of [step.search, ...expanded])
      if (!answered.has(query)) throw new Error(`demo/searches.yaml has no answers for "${query}"`)
  }
}
