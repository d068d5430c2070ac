import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterDuplicates, clusterNarratives, oncePerCluster } from '../../src/rank/duplicates.ts'

const WIRE_EN = [
  'The city council voted on Tuesday to replace every lead service line within ten years, a plan that will cost 1.2 billion dollars and touch 86,000 homes.',
  'Engineers will start in the oldest districts, where tests last spring found levels above 15 micrograms per litre in one house out of nine.',
  'Residents will not pay for the work on public land, and a fund will lend money for the private part of the line at no interest.',
  'The mayor called the vote the most important public health decision of her term, while two members warned that the schedule leaves no room for delay.',
  'Work is expected to begin in April, after a contract for the first 4,000 homes has been signed.',
].join(' ')
const WIRE_EN_COPY = `By Staff Reporter, Evening Post. ${WIRE_EN.replace('Work is expected to begin in April, after', 'Crews should start in April once')}`
const OTHER_EN = [
  'Lead service lines will disappear from the city by 2034 under a plan passed this week, though the bill of 1.2 billion dollars worries the opposition.',
  'Nine in ten of the pipes run under streets laid before 1930, and nobody holds a full map of them.',
  'A family on Oak Street said it had been drinking bottled water since a test in spring, and hoped to be among the first.',
  'The vote, eight to two, followed five hours of debate about loans, schedules and the price of copper.',
].join(' ')
const WIRE_JA =
  '国立糖尿病研究センターは5日、新しいDPP-4阻害薬の国内治験で、服用した患者のHbA1cが平均0.74ポイント下がったと発表した。対象は全国9病院の成人患者512人で、1年間にわたり経過を調べた。低血糖の副作用はほとんど見られなかったが、長期の安全性については追加の調査が必要だという。研究チームは来年度中に承認申請を行う方針で、審査が順調に進めば2026年にも使えるようになる見通しだ。費用は月額で約4千円と見込まれている。'
const WIRE_JA_COPY = `【東京】${WIRE_JA.replace('費用は月額で約4千円', '薬代は月に約4千円')}`
const OTHER_JA =
  '糖尿病の新しい薬について、東都大学などのグループは5日、国内で行った治験の結果を学会で報告した。血糖値の指標が下がる効果が確かめられた一方、参加者は500人余りにとどまり、専門家からはより大規模な研究を求める声が上がっている。製薬会社は年内に追加の試験を始める予定だ。'

test('duplicates (REQ 3.3.1): near-copies share a cluster, other articles on the topic do not', () => {
  const clusters = clusterDuplicates([
    { id: 'en1', text: WIRE_EN },
    { id: 'en2', text: WIRE_EN_COPY },
    { id: 'en3', text: OTHER_EN },
    { id: 'ja1', text: WIRE_JA },
    { id: 'ja2', text: WIRE_JA_COPY },
    { id: 'ja3', text: OTHER_JA },
  ])
  assert.deepEqual([...clusters.keys()].sort(), ['en1', 'en2', 'ja1', 'ja2'])
  assert.equal(clusters.get('en1'), clusters.get('en2'))
  assert.equal(clusters.get('ja1'), clusters.get('ja2'))
  assert.notEqual(clusters.get('en1'), clusters.get('ja1'))
})

test('duplicates: the name of a cluster is its canonical member, whatever the order', () => {
  const one = clusterDuplicates([
    { id: 'a', text: WIRE_EN },
    { id: 'b', text: WIRE_EN_COPY },
  ])
  const other = clusterDuplicates([
    { id: 'x', text: WIRE_EN_COPY },
    { id: 'y', text: OTHER_EN },
    { id: 'z', text: WIRE_EN },
  ])
  // Without dates the longest stands for all.
  assert.deepEqual([one.get('a'), one.get('b'), other.get('x'), other.get('z')], ['b', 'b', 'x', 'x'])
})

test('duplicates (REQ 3.3.3): the copy that was printed first stands for its cluster', () => {
  const clusters = clusterDuplicates([
    { id: 'post', text: WIRE_EN_COPY, publishedAt: '2024-05-15' },
    { id: 'wire', text: WIRE_EN, publishedAt: '2024-05-14T22:00:00.000Z' },
    { id: 'undated', text: WIRE_EN_COPY, publishedAt: null },
  ])
  assert.deepEqual([...clusters.values()], ['wire', 'wire', 'wire'])
})

test('duplicates (REQ 3.3.3): whole sentences in common join what an editor cut and added to; one quotation does not', () => {
  const [first, second, third] = WIRE_EN.split(/(?<=\.) /) as [string, string, string]
  const clusters = clusterDuplicates([
    { id: 'wire', text: WIRE_EN },
    { id: 'cut', text: `${first} ${second} ${third} Buses will run as usual, the company said on Monday evening.` },
    { id: 'quoting', text: `${OTHER_EN} As the wire put it: ${first}` },
  ])
  assert.deepEqual(
    [...clusters],
    [
      ['wire', 'wire'],
      ['cut', 'wire'],
    ],
  )
})

test('narratives (REQ 3.3.3): two sites that print one story are one narrative, named after the first; another report is not', () => {
  const paragraphs = WIRE_EN.split(/(?<=\.) /)
  const printed = (page: string, site: string, publishedAt: string, texts: readonly string[]) =>
    texts.map((text, index) => ({ id: `${page}${index}`, text, pageId: page, site, publishedAt }))
  const items = [
    ...printed('post', 'post.example', '2024-05-15', [
      ...paragraphs.slice(0, 4),
      'The Post asked the mayor for comment.',
    ]),
    ...printed('wire', 'wire.example', '2024-05-14', paragraphs),
    ...printed('other', 'other.example', '2024-05-13', [...OTHER_EN.split(/(?<=\.) /), paragraphs[0] as string]),
    ...printed('wire-amp', 'wire.example', '2024-05-14', ['Subscribe to read on.']),
  ]
  assert.deepEqual(
    [...clusterNarratives(items, clusterDuplicates(items))],
    [
      ['post', 'wire'],
      ['wire', 'wire'],
    ],
  )
})

test('duplicates: a cluster speaks once, through its canonical member', () => {
  const of = (id: string, cluster_id: string | null) => ({ id, cluster_id })
  const once = oncePerCluster([
    of('copy', 'wire'),
    of('own', null),
    of('wire', 'wire'),
    of('c2', 'gone'),
    of('c3', 'gone'),
  ])
  assert.deepEqual(
    once.map((member) => member.id),
    ['wire', 'own', 'c2'],
  )
})

test('duplicates: width and white space do not tell copies apart', () => {
  const clusters = clusterDuplicates([
    { id: 'a', text: 'HbA1c は 0.74 ポイント低下した。' },
    { id: 'b', text: 'ＨｂＡ１ｃ　は\n０．７４ ポイント低下した。' },
  ])
  assert.equal(clusters.get('a'), clusters.get('b'))
  assert.equal(clusters.size, 2)
})

test('duplicates: empty and single sets have no cluster, empty texts are nobody’s copy', () => {
  assert.equal(clusterDuplicates([]).size, 0)
  assert.equal(clusterDuplicates([{ id: 'a', text: WIRE_EN }]).size, 0)
  assert.equal(
    clusterDuplicates([
      { id: 'a', text: '' },
      { id: 'b', text: ' ' },
    ]).size,
    0,
  )
})
