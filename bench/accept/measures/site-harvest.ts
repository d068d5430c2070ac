import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newTask, openLoopbackHome, searchToEnd } from '../loopback-home.ts'
import { type Measure, type MeasureContext, shareFigure } from '../measure.ts'
import { article } from '../walled-sites.ts'

const SITES = Array.from({ length: 9 }, (_, index) => `www.paper-${index + 1}.example`)
const LIBRARY = 'www.library.example'
/** Pages that only the library's own search knows. */
const INSIDE = 4

/** REQ 7 (25): the same search twice, with and without the search form of a site that is on the list. */
export const measureSiteHarvest: Measure = async (context) => {
  const without = await usefulFragments(context, false)
  const using = await usefulFragments(context, true)
  const how =
    `The same search over ${SITES.length} sites and a library on loopback, ` +
    `whose ${INSIDE} further pages only its own form finds, typed into by ` +
    `a real browser: ${using.useful} useful fragments with it, ` +
    `${without.useful} without; ${using.bySite} pages came by the form.`
  return { 'site_search.harvest': shareFigure(using.useful - without.useful, without.useful, how) }
}

async function usefulFragments({ root, folder, say }: MeasureContext, form: boolean) {
  const world = await openLoopbackHome({
    root,
    folder: join(folder, form ? 'with' : 'without'),
    hosts: [...SITES, LIBRARY],
    results: () => [...SITES.map((host) => [host, '/note'] as const), [LIBRARY, '/entry']],
    answer: (request, response, host) => {
      const path = request.url ?? '/'
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      if (host !== LIBRARY || path.startsWith('/shelf') || path === '/entry')
        return void response.end(article(host, path))
      const found = Array.from(
        { length: INSIDE },
        (_, index) => `<h2><a href="/shelf/${index}">Silverleaf tea, shelf ${index}</a></h2>`,
      )
      const search = '<form role="search" action="/find"><input type="search" name="q"><button>Search</button></form>'
      response.end(`<!doctype html><main><h1>Library</h1>${path.startsWith('/find') ? found.join('') : search}</main>`)
    },
    settings:
      'engines: { default: [nearby], site_search: ' +
      `[${form ? `'http://${LIBRARY}:{port}/'` : ''}], interval: 0, mirror: false }
explore: { enabled: false }
net:
  allow_private: [engine.example, ${[...SITES, LIBRARY].join(', ')}]
  tor_proxy: ''
  domain_interval_min: 0
  domain_jitter_min: 0
  domain_jitter_max: 0
`,
  })
  try {
    const client = await world.client()
    const task = await newTask(client, 'Does silverleaf tea lower blood pressure?')
    const answer = await searchToEnd(client, task, 'silverleaf tea blood pressure trial')
    for (const warning of (answer.warnings as readonly string[] | undefined) ?? []) say(warning)
    const db = new DatabaseSync(join(world.home, 'lyra.db'), { readOnly: true })
    const count = (sql: string) => Number(db.prepare(sql).get()?.n)
    const useful = count('SELECT sum(useful_fragments) AS n FROM queries')
    const bySite = count("SELECT count(*) AS n FROM search_pages WHERE found_by LIKE 'site:%' AND outcome = 'ok'")
    db.close()
    return { useful, bySite }
  } finally {
    await world.close()
  }
}
