import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '../../../src/domain/page.ts'
import type { Paper } from '../../../src/domain/paper.ts'
import { markScreened } from '../../../src/domain/screened.ts'
import { type GraphWorld, graphWorld } from '../../research/graph/graph-world.ts'
import { AT } from '../../store/graph-fixture.ts'
import { auditOffline } from './audit-offline.ts'

const TITLE = 'Dose-dependent antihypertensive effect of silverleaf tea: a randomised study'
const RETRACTED: Paper = {
  ...{
    source: 'crossref',
    identifiers: [{ type: 'doi', value: '10.5555/aht.2017.118' }],
    title: TITLE,
    abstract: null,
  },
  ...{
    authors: ['Corin Vasterling', 'Adele Pommeroy'],
    year: 2017,
    published_at: '2017-03-08',
    venue: null,
    url: null,
  },
  ...{ oa_url: null, licence: null, cited_by_count: null, reference_count: null, is_preprint: false },
  ...{ is_retracted: true, retraction_notice: null, language: 'en' },
}

/** A paper that a task has looked at, at https://annals.example/<id>. */
function gather(world: GraphWorld, paper: Partial<Paper> = {}, id = 'study'): void {
  const whole = { ...RETRACTED, ...paper }
  const { id: workId } = world.store.write(() => world.store.works.merge(markScreened(whole), AT, 'cause_1'))
  const { title, authors, year } = whole
  world.source(id, 'annals.example', { page: { title, authors, year, work_id: workId } })
}

const page = (world: GraphWorld, id: string, over: Partial<Page>) => world.source(id, `${id}.example`, { page: over })

async function told(list: string, ...papers: readonly Partial<Paper>[]) {
  using world = graphWorld()
  if (papers.length === 0) gather(world)
  for (const [at, paper] of papers.entries()) gather(world, paper, `study-${at}`)
  const { items } = await auditOffline(world.store, list)
  return items.map(({ status, reasons }) => [status, reasons[0]])
}

const GONE = `the work of its title was retracted, by graph: "${TITLE}"`

test('audit: a gathered work that was retracted is told for its bare title and year', async () => {
  for (const list of [
    `${TITLE} (2017)`,
    `${TITLE}, 2017`,
    TITLE,
    `“${TITLE}.” Annals, 2017.`,
    `RETRACTED: ${TITLE}. Annals, 2017.`,
    `${TITLE} https://elsewhere.example/copy`,
    `Vasterling C, Pommeroy A. ${TITLE}. Ann Herb Ther. 2017;3:118-25.`,
    `Pommeroy, A. (2017). Dose-dependent antihypertensive effect of silverleaf tea. Annals of Herbal Therapeutics.`,
  ])
    assert.deepEqual(await told(list), [['retracted', GONE]], list)
})

test('audit: what of the entry is that of the work is said', async () => {
  using world = graphWorld()
  gather(world)
  const { items } = await auditOffline(world.store, `Vasterling, C. (2017). ${TITLE}. Annals.`)
  assert.deepEqual(items[0]?.known_by, ['graph'])
  assert.deepEqual(items[0]?.reasons.slice(1), [
    'gathered under its title, year and author, by no identifier',
    'not asked again whether it was retracted: offline',
  ])
})

test('audit: a gathered work that was corrected is told with its notice', async () => {
  using world = graphWorld()
  const updates = [{ type: 'correction', notice: '10.5555/aht.2018.9', date: '2018-01-01' }]
  gather(world, { is_retracted: false, updates })
  const { items } = await auditOffline(world.store, `${TITLE} (2017)`)
  assert.equal(items[0]?.status, 'corrected')
  assert.deepEqual(items[0]?.notices, updates)
})

test('audit: another year, author or identifier is another work, and it is named', async () => {
  const another = (why: string) => `a gathered work (2017, retracted) is not taken for it, as ${why}: "${TITLE}"`
  assert.deepEqual(await told(`${TITLE} (2021)`), [['unchecked', another('it is of another year')]])
  assert.deepEqual(await told(`${TITLE} (2018)`), [['unchecked', another('it is of another year')]])
  assert.deepEqual(await told(`Wrenfield, T. (2017). ${TITLE}.`), [['unchecked', another('it has another author')]])
  assert.deepEqual(await told(`${TITLE} (2017). doi:10.5555/other.1`), [['unchecked', another('it has another doi')]])
})

test('audit: a similar title is not taken for the same', async () => {
  const nobody = [['unchecked', 'offline: no source was asked']]
  assert.deepEqual(await told(TITLE.replace('antihypertensive', 'antihypotensive')), nobody)
  assert.deepEqual(await told(`Retraction notice: ${TITLE} (2017)`), nobody)
  const [men, women] = ['Effects of silverleaf tea in men', 'Effects of silverleaf tea in women']
  assert.deepEqual(await told(`${women} (2017)`, { title: men }), nobody)
})

test('audit: a part, a protocol and a short title are named and not taken for the whole', async () => {
  const cohort = { title: 'The Lyra Bay Tea and Heart Cohort of six thousand: study protocol', is_retracted: false }
  assert.deepEqual(await told('The Lyra Bay Tea and Heart Cohort of six thousand (2017)', cohort), [
    ['unchecked', `a gathered work (2017) is not taken for it, as it names a part or a version: "${cohort.title}"`],
  ])
  assert.deepEqual(await told('Annual report (2017)', { title: 'Annual report' }), [
    [
      'unchecked',
      'a gathered work (2017, retracted) is not taken for it, as its title alone says too little: "Annual report"',
    ],
  ])
  assert.deepEqual(
    await told('Effects of silverleaf tea (2017)', { title: 'Effects of silverleaf tea: first findings' }),
    [
      [
        'unchecked',
        'a gathered work (2017, retracted) is not taken for it, as its title has words more or less: ' +
          '"Effects of silverleaf tea: first findings"',
      ],
    ],
  )
})

test('audit: of two works of one title and year neither is taken without an author', async () => {
  const other = { ...RETRACTED, authors: ['Tobias Wrenfield'], is_retracted: false }
  const two = [{}, { ...other, identifiers: [{ type: 'doi', value: '10.5555/other.1' }] }] as const
  const several = `a gathered work (2017, retracted) is not taken for it, as several works have this title: "${TITLE}"`
  assert.deepEqual(await told(`${TITLE} (2017)`, ...two), [['unchecked', several]])
  assert.deepEqual(await told(`Wrenfield, T. (2017). ${TITLE}.`, ...two), [
    ['found', 'gathered under its title, year and author, by no identifier'],
  ])
})

test('audit: an address is known with and without www, s and slash, and by what the page calls its own', async () => {
  using world = graphWorld()
  gather(world)
  page(world, 'mirror', { title: 'The bridge of Orlen', canonical_url: 'https://orlen.example/the-bridge' })
  const list = ['http://www.annals.example/study/', 'https://annals.example/study#:~:text=tea', 'orlen.example']
  const lines = [...list.slice(0, 2), 'The bridge of Orlen. https://orlen.example/the-bridge?utm_source=mail']
  const { items } = await auditOffline(world.store, lines.map((line) => `- ${line}`).join('\n'))
  assert.deepEqual(
    items.map(({ status, page_id: id }) => [status, id]),
    [
      ['retracted', 'study'],
      ['retracted', 'study'],
      ['found', 'mirror'],
    ],
  )
})

test('audit: a work whose title fits is found, and its address told where a gathered page there is another', async () => {
  using world = graphWorld()
  gather(world, { is_retracted: false })
  page(world, 'recipes', { title: 'Recipes with nettles' })
  const { items } = await auditOffline(world.store, `${TITLE} (2017). https://recipes.example/recipes`)
  assert.equal(items[0]?.status, 'another work')
  assert.equal(items[0]?.title, TITLE)
  assert.deepEqual(items[0]?.mismatches, [{ field: 'title', cited: TITLE, found: 'Recipes with nettles' }])
})

test('audit: Japanese titles are compared by their letters, with and without quotation marks', async () => {
  const title = '軽症高血圧者における銀葉茶の降圧効果：ランダム化比較試験'
  const paper = { title, authors: ['水原 千夏', '佐久間 遼'], is_retracted: false }
  for (const list of [
    `${title}（2017）`,
    `水原千夏ほか「軽症高血圧者における銀葉茶の降圧効果──ランダム化比較試験」『茶葉医学』2017年`,
    `水原千夏（2017）軽症高血圧者における銀葉茶の降圧効果. 茶葉医学, 45, 12.`,
  ])
    assert.equal((await told(list, paper))[0]?.[0], 'found', list)
  assert.equal((await told(`軽症低血圧者における銀葉茶の降圧効果（2017）`, paper))[0]?.[0], 'unchecked')
})

test('audit: a line that is no reference is skipped, with the reason, and nothing is looked up for it', async () => {
  using world = graphWorld()
  gather(world)
  const { items } = await auditOffline(world.store, `- ${TITLE} (2017)\n\n## Books\n\nNote: of March 2024.`)
  assert.deepEqual(
    items.map(({ entry, status, reasons }) => [entry, status, reasons.at(-1)]),
    [
      [`${TITLE} (2017)`, 'retracted', 'not asked again whether it was retracted: offline'],
      ['Books', 'skipped', 'no reference: a heading'],
      ['Note: of March 2024.', 'skipped', 'no reference: a note'],
    ],
  )
  await assert.rejects(auditOffline(world.store, 'Thanks to all. It was a pleasure.'), /no entry that can be read/u)
})
