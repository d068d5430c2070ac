import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPrivateAddress } from '../../src/app/bundle-export.ts'
import { openBundleHome } from '../../src/app/bundle-home.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { openRecordReader } from '../../src/archive/read-record.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { recomputeTask } from '../../src/research/graph/recompute.ts'
import { bundleWorld, exportFrom, folderOf, TASK } from '../report/bundle/bundle-world.ts'
import { openAt } from '../store/graph-fixture.ts'
import { fakeWorld } from './fake-world.ts'

test('CLI: export wants a bundle or a format, not both, and knows its formats', async () => {
  const attempts = [
    ['export', 'task_1'],
    ['export', 'task_1', '--bundle', 'a', '--format', 'ris'],
    ['export', 'task_1', '--format', 'bibtx', '--out', 'a'],
    ['export', 'task_1', '--format', 'ris'],
    ['export', 'task_1', '--format', 'ris', '--out', 'a', '--sign', 'key.pem'],
  ]
  const told: string[] = []
  for (const args of attempts) {
    const world = fakeWorld()
    assert.equal(await runCli(args, world), 2)
    assert.equal(world.opened.length, 0)
    told.push(world.err().split(' [')[0] ?? '')
  }
  assert.deepEqual(told, [
    'lyra: export needs --bundle <file>, or --format <format> --out <path>',
    'lyra: export needs --bundle <file>, or --format <format> --out <path>',
    'lyra: There is no format "bibtx"',
    'lyra: --format needs --out <path>',
    'lyra: --sign goes with --bundle',
  ])
})

test('CLI, ADR 0029: open and replay refuse an altered bundle by its place before any home is opened', async (t) => {
  const folder = folderOf(t)
  using made = await bundleWorld()
  const { file } = await exportFrom(made, join(folder, 'a.lyra.zip'))
  writeFileSync(file, readFileSync(file).toString('latin1').replace('# Report', '# Rapport'.slice(0, 8)), 'latin1')
  for (const command of ['open', 'replay']) {
    const world = fakeWorld()

    const exit = await runCli([command, file, '--json'], world)

    const { error } = JSON.parse(world.out())
    assert.deepEqual([exit, error.code, world.opened.length], [19, 'BUNDLE_REJECTED', 0])
    assert.equal(error.message, 'The bundle was altered or damaged: report.md, bytes 0 to 8')
  }
})

test('ADR 0029: an opened bundle is a home of its own, which is gone afterwards', async (t) => {
  using made = await bundleWorld()
  const { file } = await exportFrom(made, join(folderOf(t), 'a.lyra.zip'))
  let folder = ''
  {
    using bundle = await openBundleHome(file, null)
    folder = bundle.folder
    const store = openAt(join(folder, 'lyra.db'))
    const { warc_file: warc, warc_record_id: record } = store.pages.get('page_pmda') ?? {}
    const read = await openRecordReader(join(folder, 'archive')).read(warc ?? '', record ?? '')
    assert.deepEqual(
      store.claims.ofTask(TASK).map(({ id }) => id),
      ['claim_nejm', 'claim_pmda', 'claim_bmj'],
    )
    assert.match(Buffer.from(read?.body ?? []).toString(), /シタグリプチン/)
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'config.yaml'), 'utf8')), { sources: { results: 7 } })
    store.close()
  }
  assert.throws(() => readFileSync(join(folder, 'lyra.db')), { code: 'ENOENT' })
})

/** A command with a home of its own, and the lines it prints. */
async function linesOf(home: string, ...args: readonly string[]): Promise<readonly string[]> {
  const open = async ({ home: given }: { readonly home?: string | undefined }) =>
    openLyra({ flags: {}, home: given ?? home, mode: 'cli' })
  const world = fakeWorld({}, { openLyra: open })
  assert.equal(await runCli(args, world), 0, world.err())
  return world.out().trimEnd().split('\n')
}

test('CLI, ADR 0029: a bundle imported again adds nothing, and what is here in other words is named and stays', async (t) => {
  const folder = folderOf(t)
  using made = await bundleWorld()
  const { file } = await exportFrom(made, join(folder, 'a.lyra.zip'))
  const home = join(folder, 'home')

  const first = await linesOf(home, 'import', file)
  const again = await linesOf(home, 'import', file)
  const before = openAt(join(home, 'lyra.db'))
  before.claims.setConfidence('claim_nejm', 0.99, [])
  before.close()
  const otherwise = await linesOf(home, 'import', file)
  const whole = await exportFrom(made, join(folder, 'b.lyra.zip'), { withPrivate: true })
  const [, , withPrivate] = await linesOf(join(folder, 'other'), 'import', whole.file)

  const told = ['Not signed.', 'Private pages were left out by whoever made it: 1']
  assert.deepEqual(first, ['task_1: added 16 rows and 2 archive files; 0 rows were here already', ...told])
  assert.deepEqual(again, ['task_1: added 0 rows and 0 archive files; 16 rows were here already', ...told])
  assert.equal(withPrivate, 'Private pages came along: 1 (behind a login, or of a private address, of whoever made it)')
  assert.deepEqual(otherwise.slice(1), [...told, '1 conflict: what is here stays', '  claims claim_nejm: confidence'])
  const after = openAt(join(home, 'lyra.db'))
  assert.equal(after.claims.get('claim_nejm')?.confidence, 0.99)
  after.close()
})

test('CLI, ADR 0029: whoever opens a bundle is told whether private pages are in it, and how many', async (t) => {
  const folder = folderOf(t)
  using made = await bundleWorld()
  const without = await exportFrom(made, join(folder, 'a.lyra.zip'))
  const withThem = await exportFrom(made, join(folder, 'b.lyra.zip'), { withPrivate: true })

  const [first, second] = [
    await linesOf(join(folder, 'home'), 'open', without.file),
    await linesOf(join(folder, 'home'), 'open', withThem.file),
  ]

  const told = (lines: readonly string[]) => lines.filter((line) => line.startsWith('Private pages'))
  assert.deepEqual([told(first), told(second)], [['Private pages: left out (1)'], ['Private pages: included (1)']])
})

test('CLI, ADR 0029: an opened bundle counts its findings as its report does, in the same words', async (t) => {
  const folder = folderOf(t)
  using made = await bundleWorld()
  made.store.findings.setRelevance('claim_nejm', 0.9)
  recomputeTask(made, TASK, 'cause_1')
  const { file } = await exportFrom(made, join(folder, 'a.lyra.zip'))

  const opened = await linesOf(join(folder, 'home'), 'open', file)
  const report = await linesOf(join(folder, 'home'), 'open', file, '--report')
  const [document] = await linesOf(join(folder, 'home'), 'open', file, '--json')

  const counted = 'ページ 3、主張 3、まとめた知見 3、そのうち見解の対立 1（反対する文 1）。'
  const standing = '見解が対立 · 確信度 0.52 · 独立した出所 賛成 2・反対 1'
  assert.deepEqual(opened.slice(5, 10), [
    counted,
    '',
    '問いに最も近い知見 (1)',
    '  Sitagliptin lowered HbA1c by 0.7 points in the trial.',
    `    ${standing}`,
  ])
  assert.equal(opened[11], 'ほかの弱い知見（確信度 0.70 未満。注意して読むこと） (2)')
  assert.ok(report[2]?.endsWith(counted))
  assert.ok(report.includes(`  - ${standing}`))
  assert.deepEqual(report.slice(10, 16), [
    '1. 要点: 1',
    '2. 問いに最も近い知見: 1',
    '3. ほかの見解の対立: 0',
    '4. ほかの支持された知見: 0',
    '5. ほかの弱い知見（確信度 0.70 未満。注意して読むこと）: 2',
    '6. 採らなかったもの: 0',
  ])
  const { findings } = JSON.parse(document ?? '') as { findings: { finding_text: string; part: string }[] }
  assert.deepEqual(
    findings.map(({ part }) => part),
    ['nearest-to-the-question', 'weaker-findings', 'weaker-findings'],
  )
})

test('ADR 0029: what only this machine or its network can read is private', () => {
  const isPrivate = (url: string) => isPrivateAddress(url, ['wiki.firm.example', 'app.example:8080'])
  const inside = [
    ...[
      'file:///home/ana/notes.pdf',
      'http://127.0.0.1:8080/',
      'http://192.168.1.4/x',
      'http://[::1]/',
      'http://nas/a',
    ],
    ...['https://printer.local/', 'https://wiki.firm.example/plan', 'http://app.example:8080/'],
  ]
  const outside = ['https://pmda.go.jp/p2', 'http://app.example/', 'http://93.184.216.34/', 'urn:lyra:llm:abc']
  assert.deepEqual(inside.filter(isPrivate), inside)
  assert.deepEqual(outside.filter(isPrivate), [])
})
