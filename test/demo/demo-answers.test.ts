import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { type DemoSources, loadDemoSources } from '../../scripts/demo-pack/demo-sources.ts'
import { openalexId } from '../../scripts/demo-pack/work-ids.ts'
import { type OpenedReplay, openReplay } from '../../src/archive/replay.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { type Engine, loadEngineTable } from '../../src/engines/engine-table.ts'
import { parseSerp } from '../../src/engines/parse-serp.ts'
import { serpUrl } from '../../src/engines/serp-place.ts'
import { crossrefWorkUrl } from '../../src/sources/crossref-urls.ts'
import { openalexReferencesUrl, openalexWorkUrl } from '../../src/sources/openalex-urls.ts'
import {
  semanticScholarCitationsUrl,
  semanticScholarPaperUrl,
  semanticScholarSearchUrl,
} from '../../src/sources/semantic-scholar-urls.ts'

const root = join(import.meta.dirname, '../..')
const settings = defaultSettings.sources
const doi = (value: string) => ({ type: 'doi', value }) as const

let replay: OpenedReplay
let sources: DemoSources
let engines: readonly Engine[]

before(async () => {
  replay = await openReplay(join(root, 'demo/demo-web.warc.gz'))
  sources = loadDemoSources(join(root, 'demo'))
  const table = loadEngineTable(join(root, 'config/engines.yaml'))
  engines = table.filter((engine) => defaultSettings.engines.default.includes(engine.name))
})

async function answer(url: string | null) {
  assert.ok(url !== null)
  const exchange = await replay.find('GET', url)
  assert.ok(exchange !== null, `${url} is not in the archive`)
  return { status: exchange.status, body: new TextDecoder().decode(exchange.body) }
}

async function results(query: string, name: string) {
  const engine = engines.find((candidate) => candidate.name === name)
  assert.ok(engine !== undefined)
  const url = serpUrl(engine, query)
  return parseSerp(engine, { html: (await answer(url)).body, url, now: replay.latest, limit: 10 })
}

describe('result pages of the demo web (REQ 3.1.4)', () => {
  it('are read by the engine table: every link, in order', async () => {
    const read = await results('silverleaf tea blood pressure trial', 'duckduckgo')
    assert.equal(read.outcome, 'ok')
    assert.deepEqual(
      read.items.slice(0, 3).map((item) => item.url),
      [
        'https://northern-heart.example/article/2021/silverleaf-placebo-trial',
        'https://journal-plant-medicine.example/articles/2019/silverleaf-bp-trial',
        'https://news-harbor.example/health/2021/silverleaf-tea-no-effect',
      ],
    )
    assert.equal(read.items[0]?.date, '2021-10-18')
    assert.equal(read.items[2]?.title, 'Popular silverleaf tea does nothing for blood pressure, large trial finds')
  })

  it('give what searches.yaml lists, for every query and engine', async () => {
    const wrong: string[] = []
    for (const search of sources.searches)
      for (const engine of engines) {
        const listed = search.web[engine.name]
        const read = await results(search.query, engine.name)
        const expected = Array.isArray(listed)
          ? ['ok', ...listed.map((url) => new URL(url).href)]
          : [listed?.answer === 'none' ? 'no_results' : 'captcha']
        const got = [read.outcome, ...read.items.map((item) => new URL(item.url).href)]
        if (JSON.stringify(got) !== JSON.stringify(expected)) wrong.push(`${search.query} ${engine.name}: ${got}`)
      }
    assert.deepEqual(wrong, [])
  })

  it('link to packed pages, except for the one intended miss', async () => {
    const linked = sources.searches.flatMap((search) =>
      Object.values(search.web).flatMap((listed) => (Array.isArray(listed) ? listed : [])),
    )
    const packed = new Set(replay.urls.map((url) => new URL(url).href))
    const missing = new Set(linked.filter((url) => !packed.has(new URL(url).href)))
    assert.deepEqual([...missing], ['https://gone-herbals.example/silverleaf'])
  })

  it('have one engine that finds nothing and one that asks for a human', async () => {
    assert.equal((await results('銀葉茶 血圧 臨床試験', 'mojeek')).outcome, 'no_results')
    assert.equal((await results('silverleaf tea side effects safety', 'brave')).outcome, 'captcha')
  })
})

describe('academic answers of the demo web (TRUST 2, TRUST 3)', () => {
  it('Semantic Scholar refuses the first search with 429 and answers the second', async () => {
    const url = semanticScholarSearchUrl(settings, 'silverleaf tea blood pressure trial', settings.results)
    assert.equal((await answer(url)).status, 429)
    const second = await answer(url)
    assert.equal(second.status, 200)
    const titles = (JSON.parse(second.body) as { data: { title: string }[] }).data.map((paper) => paper.title)
    assert.equal(titles.length, 10)
    assert.match(titles[0] ?? '', /^Silverleaf tea lowers systolic blood pressure/)
  })

  it('every DOI has an answer of every source, 404 where the source does not know it', async () => {
    const statuses = new Map<string, string>()
    for (const work of sources.works) {
      const urls = [
        openalexWorkUrl(settings, doi(work.doi)),
        semanticScholarPaperUrl(settings, doi(work.doi)),
        crossrefWorkUrl(settings, doi(work.doi)),
      ]
      const codes = []
      for (const url of urls) codes.push((await answer(url)).status)
      statuses.set(work.key, codes.join(' '))
    }
    assert.equal(statuses.get('trial-2019'), '200 200 200')
    assert.equal(statuses.get('cohort-protocol-2016'), '404 404 200')
    assert.equal(statuses.get('ethnobotany-2014'), '200 404 200')
    assert.equal(statuses.get('potassium-2020'), '404 200 404')
    assert.equal(statuses.size, 16)
  })

  it('the retraction is told by OpenAlex and by Crossref on both sides', async () => {
    const openalex = JSON.parse((await answer(openalexWorkUrl(settings, doi('10.5555/aht.2017.118')))).body)
    assert.equal(openalex.is_retracted, true)
    const paper = JSON.parse((await answer(crossrefWorkUrl(settings, doi('10.5555/aht.2017.118')))).body)
    assert.equal(paper.message['updated-by'][0].DOI, '10.5555/aht.2018.004')
    const notice = JSON.parse((await answer(crossrefWorkUrl(settings, doi('10.5555/aht.2018.004')))).body)
    assert.deepEqual(
      [notice.message['update-to'][0].DOI, notice.message['update-to'][0].type],
      ['10.5555/aht.2017.118', 'retraction'],
    )
  })

  it('the citation chain leads from the review over a trial to the pilot and the survey', async () => {
    const referencesOf = async (key: string) => {
      const work = sources.works.find((candidate) => candidate.key === key)
      assert.ok(work !== undefined)
      const { body } = await answer(openalexReferencesUrl(settings, openalexId(work)))
      return (JSON.parse(body) as { results: { doi: string }[] }).results.map((cited) => cited.doi.slice(16))
    }
    assert.ok((await referencesOf('review-2023')).includes('10.5555/jpm.2019.0204'))
    assert.ok((await referencesOf('review-2023')).includes('10.5555/nhr.2021.3307'))
    assert.ok((await referencesOf('trial-2019')).includes('10.5555/jpm.2015.0031'))
    assert.deepEqual(await referencesOf('pilot-2015'), ['10.5555/jpm.2014.0008'])
  })

  it('Semantic Scholar marks the influential citations', async () => {
    const { body } = await answer(semanticScholarCitationsUrl(settings, doi('10.5555/jpm.2019.0204')))
    const citing = (
      JSON.parse(body) as { data: { isInfluential: boolean; citingPaper: { externalIds: { DOI: string } } }[] }
    ).data
    const influential = citing.filter((line) => line.isInfluential).map((line) => line.citingPaper.externalIds.DOI)
    assert.deepEqual(influential, ['10.5555/nhr.2021.3307', '10.5555/jpm.2022.0019', '10.5555/nhr.2023.4102'])
    assert.equal(citing.length, 8)
  })

  it('a Japanese abstract survives the inverted index', async () => {
    const { body } = await answer(openalexWorkUrl(settings, doi('10.5555/jshm.2021.45.12')))
    const index = (JSON.parse(body) as { abstract_inverted_index: Record<string, number[]> }).abstract_inverted_index
    const words = Object.entries(index).flatMap(([word, at]) => at.map((position) => [position, word] as const))
    const abstract = words
      .sort((a, b) => a[0] - b[0])
      .map(([, word]) => word)
      .join(' ')
    assert.match(abstract, /【結論】銀葉茶は収縮期血圧を有意に下げなかった。$/)
  })
})
