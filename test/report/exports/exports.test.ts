import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { csv } from '../../../src/domain/csv.ts'
import { bibtex } from '../../../src/report/exports/bibtex.ts'
import { cslItems, nameOf } from '../../../src/report/exports/csl.ts'
import { obsidianNotes } from '../../../src/report/exports/obsidian.ts'
import { provenance } from '../../../src/report/exports/provenance.ts'
import { ris } from '../../../src/report/exports/ris.ts'
import { crateMetadata } from '../../../src/report/exports/ro-crate.ts'
import { AT } from '../../store/graph-fixture.ts'
import { bundleWorld, exportFrom, folderOf } from '../bundle/bundle-world.ts'
import { hostileWorld, TITLE } from './hostile-world.ts'
import { python, readReferences, withoutParser, withoutPython } from './outside-parsers.ts'

test('ADR 0029: CSL-JSON has the work with its names, date and DOI, and the page as a web page', () => {
  using made = hostileWorld()

  const items = cslItems(made.data)

  assert.deepEqual(items, [
    {
      id: 'tea_blog22',
      type: 'webpage',
      title: 'お茶のブログ',
      accessed: { 'date-parts': [[2025, 11, 15]] },
      'container-title': 'tea.example',
      URL: 'https://tea.example/p2?a=1&b=2',
      language: 'ja',
    },
    {
      id: 'jds2015_paper1',
      type: 'article-journal',
      title: TITLE,
      author: [{ family: '山田', given: '太郎' }, { family: 'Green', given: 'Jennifer B.' }, { literal: 'WHO' }],
      issued: { 'date-parts': [[2015, 7, 16]] },
      accessed: { 'date-parts': [[2025, 11, 15]] },
      'container-title': '日本糖尿病学会誌',
      DOI: '10.1000/xyz123',
      URL: 'https://doi.org/10.1000/xyz123',
      abstract: 'Short abstract.',
      language: 'en',
    },
  ])
  assert.deepEqual(nameOf('Maria del Carmen Ruiz'), { family: 'Ruiz', given: 'Maria del Carmen' })
})

for (const [format, write] of [
  ['BibTeX', bibtex],
  ['RIS', ris],
] as const)
  test(`ADR 0029: ${format} is read back by a reference manager: Japanese, special characters and the DOI stay`, {
    skip: withoutParser,
  }, () => {
    using made = hostileWorld()
    const items = cslItems(made.data)

    const back = readReferences?.(write(items)) ?? []

    const told = (list: typeof back | typeof items) =>
      list.map(({ id, title, DOI, URL, issued }) => [id, title, DOI, URL, issued])
    assert.deepEqual(told(back), told(items))
    assert.deepEqual(back[1]?.author?.slice(0, 2), items[1]?.author?.slice(0, 2))
    assert.deepEqual(
      back.map(({ type }) => type),
      ['webpage', 'article-journal'],
    )
  })

test('ADR 0029: CSL-JSON is read back by a reference manager, every field as it was written', {
  skip: withoutParser,
}, () => {
  using made = hostileWorld()
  const items = cslItems(made.data)

  const back = readReferences?.(JSON.stringify(items)) ?? []

  const told = (list: typeof back | typeof items) =>
    list.map(({ id, type, title, DOI, URL, issued, author }) => [id, type, title, DOI, URL, issued, author])
  assert.deepEqual(told(back), told(items))
})

const ROWS = [
  { claim: '銀葉茶は「血圧」を下げた, と\r\nいう "説"', n: -0.5 },
  { claim: '=HYPERLINK("https://evil.example")', n: null },
]
const READ_BACK = [
  ['claim', 'n'],
  ['銀葉茶は「血圧」を下げた, と\r\nいう "説"', '-0.5'],
  [`'=HYPERLINK("https://evil.example")`, ''],
]

/** RFC 4180, rule by rule: fields between commas, in quotes where they must be, a quote in them doubled. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/uy
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at
    const [, quoted, plain = '', end] = field.exec(text) ?? assert.fail(`no field at ${at}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

test('ADR 0029: a CSV is what RFC 4180 says, behind the mark by which a spreadsheet knows UTF-8', () => {
  const text = csv(['claim', 'n'], ROWS)

  assert.equal(text.codePointAt(0), 0xfeff)
  assert.deepEqual(readCsv(text.slice(1)), READ_BACK)
})

test('ADR 0029: a CSV is read back by Python; a formula of the web becomes text', { skip: withoutPython }, (t) => {
  const file = join(folderOf(t), 'v.csv')
  writeFileSync(file, csv(['claim', 'n'], ROWS))

  const back = python(
    'import csv\nprint(json.dumps(list(csv.reader(open(sys.argv[1], encoding="utf-8-sig", newline="")))))',
    file,
  )

  assert.deepEqual(back, READ_BACK)
})

const IDS = `
graph = json.load(open(sys.argv[1], encoding='utf-8'))['@graph']
def refs(value):
    if isinstance(value, dict):
        return ([value['@id']] if list(value) == ['@id'] else []) + [r for v in value.values() for r in refs(v)]
    return [r for v in value for r in refs(v)] if isinstance(value, list) else []
ids = {node['@id'] for node in graph}
print(json.dumps([len(graph), sorted({r for node in graph for v in node.values() for r in refs(v)} - ids)]))`

/** Nodes of a graph, and what they refer to that is no node of it. */
function nodesAndLinks(document: unknown): readonly [number, readonly string[]] {
  const graph = z.object({ '@graph': z.array(z.looseObject({ '@id': z.string() })) }).parse(document)['@graph']
  const refs = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(refs)
    if (typeof value !== 'object' || value === null) return []
    const keys = Object.keys(value)
    return keys.length === 1 && '@id' in value ? [String(value['@id'])] : Object.values(value).flatMap(refs)
  }
  const ids = new Set(graph.map((node) => node['@id']))
  const told = graph.flatMap((node) => Object.values(node).flatMap(refs))
  return [graph.length, [...new Set(told)].filter((id) => !ids.has(id)).sort()]
}

test('ADR 0029: every reference of the provenance and of the crate leads to a node or out', () => {
  using made = hostileWorld()
  const files = [{ name: 'report.md', about: 'Report', mediaType: 'text/markdown', bytes: 10, sha256: 'ab' }]

  const graph = nodesAndLinks(provenance(made.data, '0.1.0'))
  const crate = nodesAndLinks(crateMetadata(made.data.task, files, { version: '0.1.0', now: AT }))

  assert.deepEqual(graph, [11, ['https://jds.example/p1', 'https://tea.example/p2?a=1&b=2']])
  assert.deepEqual(crate, [6, ['https://w3id.org/ro/crate/1.1']])
})

test('ADR 0029: Python finds the same references in the provenance and in the crate', {
  skip: withoutPython,
}, (t) => {
  const folder = folderOf(t)
  using made = hostileWorld()
  const files = [{ name: 'report.md', about: 'Report', mediaType: 'text/markdown', bytes: 10, sha256: 'ab' }]
  writeFileSync(join(folder, 'p'), JSON.stringify(provenance(made.data, '0.1.0')))
  writeFileSync(join(folder, 'c'), JSON.stringify(crateMetadata(made.data.task, files, { version: '0.1.0', now: AT })))

  const [graph, crate] = ['p', 'c'].map((name) => python(IDS, join(folder, name)))

  // Software, task and search; two sources, passages, claims and findings.
  assert.deepEqual(graph, [11, ['https://jds.example/p1', 'https://tea.example/p2?a=1&b=2']])
  assert.deepEqual(crate, [6, ['https://w3id.org/ro/crate/1.1']])
})

test('ADR 0029: notes have front matter that YAML reads, and every link leads to a note', () => {
  using made = hostileWorld()

  const notes = obsidianNotes(made.data)

  const names = new Set(notes.map(({ name }) => name.replace(/\.md$/u, '')))
  const links = notes.flatMap(({ text }) =>
    [...text.matchAll(/\[\[([^|\]]+)\|[^\]]*\]\]/gu)].map((match) => match[1] ?? ''),
  )
  const source = notes.find(({ name }) => name === 'sources/jds2015_paper1.md')?.text ?? ''
  const finding = notes.find(({ text }) => text.includes('# HbA1cは'))?.text ?? ''
  assert.deepEqual([names.size, notes.length], [5, 5])
  assert.deepEqual(
    links.filter((name) => !names.has(name)),
    [],
  )
  assert.deepEqual(parse(source.split('---\n')[1] ?? ''), {
    title: TITLE,
    url: 'https://jds.example/p1',
    authors: ['山田 太郎', 'Green, Jennifer B.', 'WHO'],
    year: 2015,
    doi: '10.1000/xyz123',
    retracted: false,
    archive: null,
    tags: ['lyra/source'],
  })
  assert.match(finding, /## Refuted by\n\n- \[\[sources\/tea_blog22\|お茶のブログ\]\]: “It did not lower HbA1c\.”/u)
})

const WACZ = `
import zipfile, io, gzip, hashlib
bundle = zipfile.ZipFile(sys.argv[1])
wacz = zipfile.ZipFile(io.BytesIO(bundle.read('archive.wacz')))
package = json.loads(wacz.read('datapackage.json'))
sha = lambda data: hashlib.sha256(data).hexdigest()
wrong = [r['path'] for r in package['resources'] if 'sha256:' + sha(wacz.read(r['path'])) != r['hash']]
found = []
for line in wacz.read('indexes/index.cdx').decode().splitlines():
    entry = json.loads(line.split(' ', 2)[2])
    raw = wacz.read('archive/' + entry['filename'])[int(entry['offset']):][:int(entry['length'])]
    found.append('WARC-Target-URI: ' + entry['url'] in gzip.decompress(raw).decode())
pages = [json.loads(line) for line in wacz.read('pages/pages.jsonl').decode().splitlines()]
members = {m['name']: m['sha256'] for m in json.loads(bundle.read('manifest.json'))['members']}
same = all(sha(bundle.read(name)) == said for name, said in members.items())
urls = [page.get('url') for page in pages]
print(json.dumps([bundle.testzip(), wacz.testzip(), package['wacz_version'], wrong, found, urls, same]))`

test('ADR 0029: Python opens bundle and WACZ, and every index line leads to its record', {
  skip: withoutPython,
}, async (t) => {
  using made = await bundleWorld()
  const { file } = await exportFrom(made, join(folderOf(t), 'a.lyra.zip'))

  const told = python(WACZ, file)

  assert.deepEqual(told, [
    null,
    null,
    '1.1.1',
    [],
    [true, true, true, true, true],
    [null, 'https://nejm.org/p1', 'https://pmda.go.jp/p2', 'https://bmj.com/p3'],
    true,
  ])
  assert.equal(readFileSync(file).subarray(0, 4).toString('latin1'), 'PK\u0003\u0004')
})
