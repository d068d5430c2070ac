import type { NetResult, PageFetch } from '../../src/net/types.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import { defaultExtract } from '../extract/default-extract.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

export const QUERY = 'silverleaf tea blood pressure'
export const SITE = 'https://guideline.example'

export const body = (words: string) =>
  `<p>${words} The guideline group read every published study of silverleaf tea and blood pressure before it voted on this section, and prints the votes beside it.</p>`

/**
 * A guideline: contents, a section, a note two links deep, a page only the sitemap names, and what is none of our
 * business.
 */
const PAGES: Readonly<Record<string, string>> = {
  [`${SITE}/`]: `<title>Guideline on silverleaf tea and blood pressure</title><nav><a href="/login">Log in</a></nav><main><h1>Silverleaf tea and blood pressure</h1>
    ${body('This page lists the sections.')}<h2>Contents</h2><ul><li><a href="/jobs">Working for the group</a></li>
    <li><a href="/section-3">Silverleaf tea and blood pressure: recommendation</a></li><li><a href="/secret">Silverleaf tea blood pressure draft</a></li></ul></main>`,
  [`${SITE}/section-3`]: `<title>Recommendation</title><main><h1>Recommendation</h1>${body('Silverleaf tea did not lower blood pressure.')}
    <h2>Related</h2><ul><li><a href="/note">Silverleaf tea with blood pressure medicines</a></li></ul></main>`,
  [`${SITE}/note`]: `<title>Note</title><main><h1>Note</h1>${body('Dizziness was more common with calcium channel blockers.')}<h2>Related</h2>
    <ul><li><a href="/too-deep">Silverleaf tea blood pressure history</a></li></ul></main>`,
  [`${SITE}/silverleaf-tea-blood-pressure-table`]: `<title>Table</title><main><h1>Table</h1>${body('The table has four studies.')}</main>`,
  'https://blog.example/tea': `<title>My silverleaf tea</title><main><h1>Silverleaf tea and blood pressure</h1>${body('I like it.')}
    <h2>Related</h2><ul><li><a href="/more">Silverleaf tea and blood pressure, part two</a></li></ul></main>`,
  'https://blog.example/more': `<title>Part two</title><main><h1>Part two</h1>${body('I still like it.')}</main>`,
}

export interface ExploreWebOptions extends SmallWebOptions {
  readonly found?: readonly string[]
}

/** The small web's store, jobs and models; real extraction, and pages of HTML that lead on. */
export function openExploreWeb(options: ExploreWebOptions) {
  const web = openSmallWeb(options)
  const found = options.found ?? [`${SITE}/`, 'https://blog.example/tea']
  const parts: ConductorParts = {
    ...web.parts,
    extract: defaultExtract(),
    webSearch: {
      engines: ['mojeek'],
      search: async () => {
        web.asked.push('engine')
        const items = found.map((url, index) => ({
          title: QUERY,
          url,
          snippet: '',
          date: null,
          engine: 'mojeek',
          rank: index + 1,
          source_tag: 'web',
        }))
        return [
          { engine: 'mojeek', outcome: 'ok', reason: null, items, cached: false, url: 'https://mojeek.example/?q=x' },
        ]
      },
    },
    fetcher: {
      warnings: [],
      fetchPage: async ({ url, referer, signal }) => {
        web.asked.push(`${url} from ${referer ?? 'nowhere'}`)
        await options.onAsk?.(url, signal)
        signal?.throwIfAborted()
        return fetched(url)
      },
    },
    readBack: async (page) => responseOf(page.url),
    sitemaps: async (origin) => {
      web.asked.push(`sitemap ${origin}`)
      const urls = origin === SITE ? ['/silverleaf-tea-blood-pressure-table', '/section-3', '/salt'] : []
      return { entries: urls.map((path) => ({ url: `${SITE}${path}`, lastModified: null })), read: [] }
    },
  }
  return { ...web, parts, conductor: new Conductor(parts) }
}

function responseOf(url: string) {
  const html = PAGES[url]
  if (html === undefined) return null
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return { status: 200, headers, body: new TextEncoder().encode(html), finalUrl: url }
}

function fetched(url: string): PageFetch {
  const response = responseOf(url)
  const common = { route: 'http', archive: null, elapsedMs: 1 } as const
  const result: NetResult =
    url === `${SITE}/secret`
      ? { ...common, outcome: 'robots_denied', reason: 'robots.txt forbids it' }
      : response === null
        ? { ...common, outcome: 'not_found', reason: 'The page does not exist' }
        : { ...common, outcome: 'ok', response }
  return { result, attempts: [], screenshot: null }
}
