import { appendFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type LoopbackWeb, loopbackWeb } from './loopback-web.ts'

const SITES = ['clinic.example', 'maker.example', 'shop.maker.example', 'news.example', 'records.example']
/** A host for each, as they have: requests to one host wait for each other. */
const APIS = ['openalex.example', 's2.example', 'crossref.example', 'arxiv.example', 'pubmed.example']

/** What the hosts say; everything is about one invented drop. */
const PAGES: Readonly<Record<string, string>> = {
  'clinic.example/trial':
    'The trial of the clinic found that marigold drops shortened the time to fall asleep by 12 minutes.',
  'clinic.example/members': 'Please log in to continue reading the report of the clinic.',
  'maker.example/about':
    'Marigold drops shorten the time to fall asleep by 40 minutes, the maker says of its own product.',
  'shop.maker.example/drops': 'Marigold drops shorten the time to fall asleep by 40 minutes in every customer asked.',
  'news.example/story':
    'Marigold drops shorten the time to fall asleep by 12 minutes, a newspaper reported from the trial.',
  'records.example/book/9780306406157': 'This book tells how marigold drops were used against sleeplessness in 1840.',
  'records.example/patent/US7654321B2':
    'A preparation of marigold drops that shortens the time to fall asleep is claimed.',
  'records.example/law/昭和二十五年法律第二百一号':
    'この法律は、マリーゴールド滴剤の販売の基準を定めることを目的とする。',
  'records.example/fallback/10.5555/unknown':
    'A paper that no index knows says that marigold drops did not help anybody to sleep.',
}

const STUDY = {
  protocolSection: {
    identificationModule: { nctId: 'NCT01234567', briefTitle: 'Marigold drops for sleep' },
    descriptionModule: {
      briefSummary:
        'This randomised study compares marigold drops with a placebo for the time to fall asleep in adults.',
    },
  },
}

const PAPER = {
  DOI: '10.5555/marigold',
  title: ['Marigold drops and the time to fall asleep'],
  abstract: 'In 240 adults marigold drops shortened the time to fall asleep by 12 minutes against placebo.',
  issued: { 'date-parts': [[2022, 3, 1]] },
  type: 'journal-article',
}

function answer(request: IncomingMessage, response: ServerResponse, host: string): void {
  const path = decodeURIComponent(request.url ?? '')
  if (APIS.includes(host)) {
    const known = host === 'crossref.example' && path.startsWith('/works/10.5555/marigold')
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known ? { status: 'ok', message: PAPER } : {}))
    return
  }
  if (path === '/study/NCT01234567') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(STUDY))
    return
  }
  if (path === '/broken.pdf')
    return void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 no')
  const text = PAGES[`${host}${path}`]
  if (text === undefined) return void response.writeHead(404).end('nothing here')
  const language = /[ぁ-ん]/.test(text) ? 'ja' : 'en'
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><html lang="${language}"><head><title>Marigold drops and sleep</title>
     <meta property="article:published_time" content="${host === 'news.example' ? '2019-05-01' : '2023-05-01'}"></head>
     <body><main><h1>Marigold drops and sleep</h1><p>${text}</p></main></body></html>`,
  )
}

/** A web in which every kind of target leads somewhere, and one engine that finds four pages. */
export async function targetsWorld(t: TestContext): Promise<LoopbackWeb> {
  const found = ['clinic.example/trial', 'maker.example/about', 'shop.maker.example/drops', 'news.example/story']
  const web = await loopbackWeb(
    t,
    [...SITES, ...APIS, 'quiet.example'],
    (at) => found.map((page) => at(page.split('/')[0] ?? '', `/${page.split('/')[1]}`)),
    answer,
    '',
    { robots: (host) => (host === 'quiet.example' ? 'User-agent: *\nDisallow: /\n' : null) },
  )
  const api = (name: string) => web.at(`${name}.example`, '')
  appendFileSync(
    join(web.home, 'config.yaml'),
    `sources:
  openalex_url: ${api('openalex')}
  semantic_scholar_url: ${api('s2')}
  crossref_url: ${api('crossref')}
  arxiv_url: ${api('arxiv')}
  pubmed_url: ${api('pubmed')}
`,
  )
  const record = (path: string) => web.at('records.example', path)
  writeFileSync(
    join(web.home, 'targets.yaml'),
    `targets:
  - { name: doi-resolver, kind: doi, url: '${record('/fallback/{value}')}' }
  - { name: arxiv-abstract, kind: arxiv, url: '${record('/arxiv/{value}')}' }
  - { name: pubmed-page, kind: pmid, url: '${record('/pubmed/{value}')}' }
  - { name: openbd, kind: isbn, match: '^9784', url: '${record('/openbd/{value}')}' }
  - { name: openlibrary, kind: isbn, url: '${record('/book/{value}')}' }
  - { name: google-patents, kind: patent, url: '${record('/patent/{value}')}' }
  - { name: espacenet, kind: patent, url: '${record('/espacenet/{value}')}' }
  - { name: egov-law, kind: law, match: '号$', url: '${record('/law/{kanji}')}' }
  - { name: clinicaltrials-gov, kind: trial, match: '^NCT', url: '${record('/study/{value}')}' }
`,
  )
  return web
}
