import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../src/domain/random.ts'
import { bm25Index } from '../../src/rank/bm25.ts'
import { ANALYSER_VERSION, createAnalyser, termSource } from '../../src/rank/tokens.ts'
import type { OpenedStore } from '../../src/store/open-store.ts'
import { claim, fragment, page, stance, task, testStore } from './graph-fixture.ts'

const analyser = await createAnalyser()
const terms = termSource(analyser)

function openWith(texts: readonly string[]) {
  const opened = testStore(terms)
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1'))
  const name = (index: number) => `frag_${String(index).padStart(3, '0')}`
  const rows = texts.map((text_content, index) =>
    fragment(name(index), 'page_1', { text_content, heading_context: null, position: index }),
  )
  store.fragments.saveAll(rows)
  store.texts.save(
    'fragment',
    store.texts.prepare(
      'fragment',
      rows.map(({ id, text_content: text }) => ({ id, text })),
    ),
  )
  return { opened, store, name }
}

/** What lies in the index, in its order: term by term, as FTS5 has split it. */
function storedTerms(store: OpenedStore, column: 'terms' | 'pairs'): Map<string, string[]> {
  store.db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.seen USING fts5vocab('main', 'fragment_terms', 'instance')")
  const rows = store.db
    .prepare(
      `SELECT t.target_id, s.term FROM temp.seen s JOIN indexed_texts t ON t.id = s.doc
       WHERE s.col = ? ORDER BY s.doc, s."offset"`,
    )
    .all(column)
  const found = new Map<string, string[]>()
  for (const { target_id, term } of rows)
    found.set(String(target_id), [...(found.get(String(target_id)) ?? []), String(term)])
  return found
}

const MEDICAL = [
  'DPP-4阻害薬シタグリプチンはHbA1cを0.7%低下させた（doi:10.1001/jama.2020.1585）。',
  '抗凝固薬の服用歴がある患者では出血が増えた。',
  'The treatments were effectively stopping infections in 1,500 of 2,300 patients.',
  'Sitagliptin did not raise the risk of heart failure; HbA1c fell by 0.7%.',
  '美術館は九時に開く。',
  "Crohn's disease and O'Brien’s score: p<0.05, 95% CI 1.2-3.4, see pp. 12/13.",
]

test('EXPLORE 4.3: FTS5 splits exactly where the analyser did', () => {
  const odd = [
    'ＣＯＶＩＤ－１９とﾜｸﾁﾝ、㏂ ½ ﬁne ΣΊΣΥΦΟΣ İstanbul straße ſoft',
    'e\u0301te\u0301 naïve Ǆungla 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠮷野家 𐌰𐌱𐌲𐌳𐌴 한국어 العربية ภาษาไทย',
    `under_score a+b c:d x.y.z -lead trail- "quoted" (bracket) a'4 b’5 tab\there\u0000null\u00a0space\u3000wide`,
    `${'a'.repeat(5000)} ${'血'.repeat(300)}`,
  ]
  const { opened, store, name } = openWith([...MEDICAL, ...odd])
  using _ = opened

  const [words, pairs] = [storedTerms(store, 'terms'), storedTerms(store, 'pairs')]

  for (const [index, text] of [...MEDICAL, ...odd].entries()) {
    const analysed = analyser.analyseFully(text)
    assert.deepEqual(words.get(name(index)) ?? [], analysed.terms, text.slice(0, 60))
    assert.deepEqual(pairs.get(name(index)) ?? [], analysed.pairs, text.slice(0, 60))
  }
  assert.deepEqual(words.get(name(0)), [
    ...['dpp-4', 'dpp', '阻害', '薬', 'シタグリプチン', 'hba1c', '0.7', '低下', 'doi:10.1001/jama.2020.1585'],
    '10.1001/jama.2020.1585',
  ])
})

test('EXPLORE 4.3: the same for 200 texts of characters drawn from all of Unicode', () => {
  const random = seededRandom(20_251_115)
  const character = () => {
    const plane = random.next()
    const top = plane < 0.3 ? 0x80 : plane < 0.6 ? 0x3100 : plane < 0.9 ? 0xffff : 0x2ffff
    const code = Math.floor(random.next() * top)
    return code >= 0xd800 && code < 0xe000 ? ' ' : String.fromCodePoint(code)
  }
  const texts = Array.from({ length: 200 }, () => Array.from({ length: 60 }, character).join(''))
  const { opened, store, name } = openWith(texts)
  using _ = opened

  const words = storedTerms(store, 'terms')

  const wanted = texts.map((text) => analyser.analyse(text))
  assert.deepEqual(
    texts.map((_, index) => words.get(name(index)) ?? []),
    wanted,
  )
})

test('EXPLORE 4.3: a word is found in any of its forms, an identifier whole, a compound by its characters', () => {
  const { opened, store } = openWith(MEDICAL)
  using _ = opened
  const find = (query: string) =>
    store.texts.search({ target: 'fragment', query, topK: 10 }).hits.map(({ id }) => id.slice(-1))

  assert.deepEqual(find('infection treated'), ['2'])
  assert.deepEqual(find('ＨＢＡ１Ｃ'), ['3', '0'])
  assert.deepEqual(find('10.1001/JAMA.2020.1585'), ['0'])
  assert.deepEqual(find('doi:10.1001/jama.2020.1585'), ['0'])
  assert.deepEqual(find('10.1001/jama.2020.158'), [])
  assert.deepEqual(find('増える'), ['1'])
  assert.deepEqual(find('凝固薬'), ['1', '0'])
  assert.deepEqual(find('シタグリ'), ['0'])
  assert.deepEqual(find('グリシタ'), [])
  assert.deepEqual(find(`" OR terms:* NEAR( -^ {`), [])
  assert.equal(store.texts.search({ target: 'fragment', query: 'the of を', topK: 5 }).wordless, true)
})

test('EXPLORE 4.3: FTS5 matches what the in-memory BM25 matches, and orders it alike', () => {
  const random = seededRandom(7)
  const vocabulary = Array.from({ length: 60 }, (_, index) => `word${index}`)
  const draw = () => vocabulary[Math.floor(random.next() ** 2 * vocabulary.length)] as string
  const texts = Array.from({ length: 120 }, (_, index) => Array.from({ length: 5 + (index % 30) }, draw).join(' '))
  const { opened, store, name } = openWith(texts)
  using _ = opened
  const memory = bm25Index(texts.map((text) => analyser.analyse(text)))

  const query = 'word20 word41 word58'
  const scores = memory.scores(analyser.analyse(query))
  const { hits, totalSearched } = store.texts.search({ target: 'fragment', query, topK: 200 })

  const matched = texts.flatMap((_, index) => ((scores[index] as number) > 0 ? [name(index)] : []))
  assert.equal(totalSearched, 120)
  assert.deepEqual(hits.map(({ id }) => id).sort(), matched)
  assert.equal(matched.length, 56)
  // FTS5 leaves out the 1 that the in-memory scorer adds inside its logarithm: the order hardly feels it.
  const inMemory = hits.map(({ id }) => scores[Number(id.slice(5))] as number)
  assert.equal(
    spearman(
      hits.map(({ score }) => score),
      inMemory,
    ).toFixed(4),
    '0.9962',
  )
})

function spearman(a: readonly number[], b: readonly number[]): number {
  const rank = (values: readonly number[]) => {
    const order = [...values].sort((x, y) => x - y)
    return values.map((value) => (order.indexOf(value) + order.lastIndexOf(value)) / 2)
  }
  const [x, y] = [rank(a), rank(b)]
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(x), mean(y)]
  const product = (p: readonly number[], mp: number, q: readonly number[], mq: number) =>
    p.reduce((sum, value, index) => sum + (value - mp) * ((q[index] as number) - mq), 0)
  return product(x, mx, y, my) / Math.sqrt(product(x, mx, x, mx) * product(y, my, y, my))
}

test('EXPLORE 4.4.2.1: a task finds its own claims, and fragments through the edges of its claims', () => {
  const { opened, store } = openWith(MEDICAL)
  using _ = opened
  store.tasks.insert(task('task_2'))
  store.claims.saveAll([
    claim('claim_1', 'task_1', 'frag_000', { claim_text: 'シタグリプチンはHbA1cを低下させた。' }),
    claim('claim_2', 'task_2', 'frag_003', { claim_text: 'HbA1c fell by 0.7%.' }),
  ])
  store.edges.saveStance(stance('frag_003', 'claim_1', 'supports', 0.9))
  const find = (target: 'claim' | 'fragment', taskId?: string) => {
    const { hits, totalSearched } = store.texts.search({ target, query: 'HbA1c', taskId, topK: 10 })
    return [hits.map(({ id }) => id), totalSearched]
  }

  assert.deepEqual(find('claim'), [['claim_2', 'claim_1'], 2])
  assert.deepEqual(find('claim', 'task_1'), [['claim_1'], 1])
  assert.deepEqual(find('fragment'), [['frag_003', 'frag_000'], 6])
  assert.deepEqual(find('fragment', 'task_1'), [['frag_003'], 1])
  assert.deepEqual(find('fragment', 'task_2'), [[], 0])
})

test('a query of 4,000 characters is one statement like any other', () => {
  const { opened, store } = openWith(MEDICAL)
  using _ = opened
  const query = Array.from({ length: 500 }, (_, index) => `term${index}`)
    .join(' ')
    .concat(' sitagliptin')
  assert.deepEqual(
    store.texts.search({ target: 'fragment', query, topK: 3 }).hits.map(({ id }) => id),
    ['frag_003'],
  )
})

test('the analyser changes only with its version', () => {
  assert.equal(ANALYSER_VERSION, 'terms-1')
  assert.deepEqual(analyser.analyseFully('Chlorpromazine 50mg、鎮静下内視鏡の偶発症。'), {
    terms: ['chlorpromazin', '50mg', '鎮静', '下', '内', '視', '鏡', '偶発', '症'],
    parts: [
      ...['^chl', 'chlo', 'hlor', 'lorp', 'orpr', 'rpro', 'prom', 'roma', 'omaz', 'mazi', 'azin', 'zin$'],
      ...['^50m', '50mg', '0mg$', '鎮静', '静下', '下内', '内視', '視鏡', '鏡の', 'の偶', '偶発', '発症'],
    ],
    pairs: ['鎮静', '静下', '下内', '内視', '視鏡', '鏡の', 'の偶', '偶発', '発症'],
    compounds: [
      ['鎮静', '静下', '下内', '内視', '視鏡'],
      ['偶発', '発症'],
    ],
  })
})
