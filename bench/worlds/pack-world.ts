import { join } from 'node:path'
import { type Capture, html, plain } from '../../scripts/demo-pack/capture.ts'
import type { DemoPage } from '../../scripts/demo-pack/demo-sources.ts'
import { writePdf } from '../../scripts/demo-pack/pdf.ts'
import { type Listing, serpPage } from '../../scripts/demo-pack/serp-pages.ts'
import { writeWarc } from '../../scripts/demo-pack/warc.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { loadEngineTable } from '../../src/engines/engine-table.ts'
import { refutationQueries } from '../../src/engines/refutation-queries.ts'
import { serpUrl } from '../../src/engines/serp-place.ts'
import type { World } from './load-world.ts'

/** The world as the archive that a replay reads: its pages, robots.txt answers and the engines' result pages. */
export function packWorld(world: World, root: string): Uint8Array {
  return writeWarc([...world.pages.map(pageCapture), ...robots(world), ...resultPages(world, root)])
}

/** A page as its server answers it. */
export function pageCapture(page: DemoPage): Capture {
  const { front, url, text } = page
  if (front.kind !== 'pdf') return html(url, front.status, `${text}\n`, front.headers)
  const { title, author = '', published: date = '2025-01-01' } = front
  const body = writePdf({ title, author, date, text, footer: '' })
  return { url, status: front.status, headers: { 'content-type': 'application/pdf', ...front.headers }, body }
}

function robots({ pages }: World): readonly Capture[] {
  return [...new Set(pages.map(({ host }) => host))].map((host) =>
    plain(`https://${host}/robots.txt`, 404, 'Not found'),
  )
}

/** The results of a query are dealt out to the default engines in turn, as they overlap little in life. */
function resultPages({ plan, pages }: World, root: string): readonly Capture[] {
  const table = loadEngineTable(join(root, 'config', 'engines.yaml'))
  const listings = new Map(pages.map((page) => [page.url, listingOf(page)]))
  const engines = defaultSettings.engines.default
  return plan.queries.flatMap(({ query, refute, results }) => {
    const asked = [query, ...(refute ? refutationQueries(query, null) : [])]
    return asked.flatMap((one) =>
      engines.flatMap((name, place) => {
        const engine = table.find((candidate) => candidate.name === name)
        if (engine === undefined) return []
        const own = results.filter((_, index) => index % engines.length === place)
        const found = own.flatMap((url) => listings.get(new URL(url).href) ?? [])
        const page = serpPage(name, found.length === 0 ? 'none' : 'results', one, found)
        return [html(serpUrl(engine, one), page.status, page.html)]
      }),
    )
  })
}

function listingOf({ url, front }: DemoPage): Listing {
  return { url, title: front.title, snippet: front.description, date: front.published ?? null }
}
