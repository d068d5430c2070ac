import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { citationsPending } from '../../src/research/citation-queue.ts'
import { createTask } from '../../src/research/tasks.ts'
import { createSources } from '../../src/sources/sources.ts'
import { openWorld, serve } from '../net/loopback.ts'
import { openSmallWeb } from './small-web.ts'

/** One paper, cited by another, as the two indexes tell it. */
const TRIAL = {
  doi: '10.5555/trial',
  title: 'Silverleaf tea lowers blood pressure: a trial',
  words: 'It fell by four points.',
}
const REVIEW = {
  doi: '10.5555/review',
  title: 'Silverleaf tea: a review',
  words: 'Trials of the tea agree with each other.',
}

const openalexWork = ({ doi, title, words }: typeof TRIAL, id: string) => ({
  id: `https://openalex.org/${id}`,
  doi: `https://doi.org/${doi}`,
  display_name: title,
  publication_year: 2021,
  abstract_inverted_index: Object.fromEntries(words.split(' ').map((word, at) => [word, [at]])),
})
const scholarPaper = ({ doi, title, words }: typeof TRIAL) => ({
  paperId: doi.replace('10.5555/', ''),
  externalIds: { DOI: doi },
  title,
  abstract: words,
  year: 2021,
})

function answerOf(url: URL): unknown {
  const filter = url.searchParams.get('filter') ?? ''
  if (url.pathname === '/openalex/works' && url.searchParams.has('search'))
    return { results: [openalexWork(TRIAL, 'W1')] }
  if (url.pathname === '/openalex/works')
    return { results: filter === 'cites:W1' ? [openalexWork(REVIEW, 'W2')] : [], meta: { count: 1 } }
  if (url.pathname === '/scholar/paper/search') return { total: 1, data: [scholarPaper(TRIAL)] }
  if (url.pathname.endsWith('/citations')) return { data: [{ isInfluential: true, citingPaper: scholarPaper(REVIEW) }] }
  return url.pathname.endsWith('/references') ? { data: [] } : null
}

const isList = (url: URL) =>
  /\/(?:citations|references)$/.test(url.pathname) || /cite/.test(url.searchParams.get('filter') ?? '')

test('LYRA 5.3: the answer comes while the indexes are still busy with the citations', async (t) => {
  const held: (() => void)[] = []
  let slow = true
  const send = (url: URL, response: ServerResponse) => {
    const answer = answerOf(url)
    if (answer === null) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  const { host, seen } = await serve(t, (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (slow && isList(url)) held.push(() => send(url, response))
    else send(url, response)
  })
  const base = (name: string) => `http://${host}/${name}`
  const settings = {
    ...defaultSettings,
    sources: {
      ...defaultSettings.sources,
      openalex_url: base('openalex'),
      semantic_scholar_url: base('scholar'),
      crossref_url: base('crossref'),
      arxiv_url: base('arxiv'),
      pubmed_url: base('pubmed'),
    },
  }
  const { gateway } = await openWorld(t, { allow_private: [host] })
  const folder = mkdtempSync(join(tmpdir(), 'lyra-slow-'))
  const sources = createSources({ settings: settings.sources, gateway, clock: systemClock })
  const web = openSmallWeb({ path: join(folder, 'lyra.db'), settings, sources })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?' })

  const answer = await web.conductor.search(taskId, 'silverleaf tea trial', {}, {})
  const pending = citationsPending(web.store, taskId)
  const listsBefore = web.store.db.prepare("SELECT count(*) AS n FROM edges WHERE relation = 'cites'").get()?.n
  for (let tries = 0; held.length === 0 && tries < 300; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  slow = false
  for (const release of held.splice(0)) release()
  await web.conductor.settle(taskId)

  assert.equal(answer.status, 'satisfied')
  assert.deepEqual([pending, listsBefore, citationsPending(web.store, taskId)], [1, 0, 0])
  assert.deepEqual(
    web.store.db
      .prepare(
        "SELECT citation_source AS who, is_influential AS influential FROM edges WHERE relation = 'cites' ORDER BY 1",
      )
      .all()
      .map(({ who, influential }) => [who, influential]),
    [
      ['openalex', 0],
      ['semantic_scholar', 1],
    ],
  )
  assert.equal(seen.filter((address) => address.startsWith('/scholar/paper/DOI:10.5555/trial/citations')).length, 1)
})
