import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLyra } from '../../src/app/open-lyra.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { bundleWorld, exportFrom, folderOf, TASK } from '../report/bundle/bundle-world.ts'
import { fakeWorld, ROOT } from './fake-world.ts'

/** Commands that tell of what was gathered, or go on with it. */
const READERS: readonly (readonly string[])[] = [
  ['report', TASK],
  ['report', TASK, '--out', 'report.html'],
  ['report', TASK, '--check', 'draft.md'],
  ['update', TASK],
  ['feed', TASK],
  ['check', 'draft.md'],
  ['bibliography', 'draft.md'],
  ['bibliography', 'draft.md', '--offline'],
  ['export', TASK, '--bundle', 'tea.lyra.zip'],
  ['export', TASK, '--format', 'ris', '--out', 'tea.ris'],
  ['status', TASK],
  ['metrics'],
  ['query', 'SELECT 1'],
  ['find', 'tea'],
  ['vector', 'tea'],
  ['timeline', TASK],
  ['entities', TASK],
  ['citations', TASK],
  ['claim', 'claim_1'],
  ['review', TASK],
  ['trust', 'who.int'],
  ['auth', 'list'],
  ['cleanup', TASK],
  ['backup', 'home.tar'],
  ['replay', TASK],
  ['task', 'list'],
  ['task', 'stop', TASK],
  ['search', TASK, 'tea'],
  ['read', TASK, 'https://who.int/'],
  ['add', TASK, 'draft.md'],
  ['lenses'],
  ['sources'],
  ['sources', 'show', 'cinii'],
]

/** A folder with a draft in it, and a command line that runs there with a real application. */
function commands(t: Parameters<typeof folderOf>[0]) {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'draft.md'), 'Silverleaf tea lowers blood pressure.\n')
  const run = async (...args: readonly string[]) => {
    const world = fakeWorld({}, { cwd: folder, openLyra })
    const exit = await runCli([...args, '--json'], world)
    return { exit, answer: JSON.parse(world.out()) as { error?: { code: string; message: string } } }
  }
  return { folder, run }
}

test('CLI: a home that is not there is named, and no command that reads makes it or anything else', async (t) => {
  const { folder, run } = commands(t)
  const home = join(folder, 'typo')

  for (const args of READERS) {
    const { exit, answer } = await run(...args, '--home', home)

    const told = { exit, code: answer.error?.code, message: answer.error?.message, left: readdirSync(folder) }
    const message = `There is no research in ${home}`
    assert.deepEqual(told, { exit: 3, code: 'NOT_FOUND', message, left: ['draft.md'] }, args.join(' '))
  }
})

test('CLI: a folder that is no home is left as it was; what needs no research is told there', async (t) => {
  const { folder, run } = commands(t)
  const home = join(folder, 'papers')
  mkdirSync(join(home, 'lenses'), { recursive: true })
  writeFileSync(
    join(home, 'lenses', 'tea.yaml'),
    'name: tea\ntitle: Tea\nabout: Sites about tea.\ndomains: [tea.example]\n',
  )

  const lenses = await run('lenses', 'tea', '--home', home)
  const sources = await run('sources', 'show', 'cinii', '--home', home)
  const audit = await run('bibliography', 'draft.md', '--home', home)

  assert.deepEqual([lenses.exit, sources.exit, audit.exit], [0, 0, 3])
  assert.deepEqual([readdirSync(home), readdirSync(join(home, 'lenses'))], [['lenses'], ['tea.yaml']])
})

test('CLI, ADR 0029: a bundle that is missing, refused or only tried makes no home; one that is let in does', async (t) => {
  const { folder, run } = commands(t)
  using made = await bundleWorld()
  await exportFrom(made, join(folder, 'tea.lyra.zip'))
  const home = join(folder, 'new')
  const isMade = () => existsSync(home)

  const missing = await run('import', 'nothing.zip', '--home', home)
  const refused = await run('import', 'draft.md', '--home', home)
  const tried = await run('import', 'tea.lyra.zip', '--dry-run', '--home', home)
  const before = isMade()
  const taken = await run('import', 'tea.lyra.zip', '--home', home)

  assert.deepEqual(
    [missing, refused].map(({ exit, answer }) => [exit, answer.error?.code]),
    [
      [3, 'NOT_FOUND'],
      [19, 'BUNDLE_REJECTED'],
    ],
  )
  assert.deepEqual([tried.exit, before, taken.exit, isMade()], [0, false, 0, true])
})

test('CLI: an archive to replay that is not there makes no home', async (t) => {
  const { folder, run } = commands(t)
  const home = join(folder, 'new')
  const archive = join(folder, 'nothing.warc.gz')

  const { answer } = await run('task', 'new', 'Does tea help?', '--replay', archive, '--home', home)

  assert.deepEqual(answer.error?.code, 'ARCHIVE_UNREADABLE')
  assert.equal(answer.error?.message, `The replay archive ${archive} cannot be opened: there is no such file or folder`)
  assert.deepEqual(readdirSync(folder), ['draft.md'])
})

test('CLI: LYRA_HOME is taken like --home, in a real process', (t) => {
  const folder = folderOf(t)
  const home = join(folder, 'typo')

  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin', 'lyra'), 'report', TASK], {
    env: { ...process.env, LYRA_HOME: home },
    encoding: 'utf8',
  })

  assert.deepEqual(
    [status, stderr.split('\n').slice(0, 2)],
    [
      3,
      [
        `lyra: There is no research in ${home} [NOT_FOUND]`,
        '      Check --home or LYRA_HOME; the first `lyra task new` creates a home',
      ],
    ],
  )
  assert.equal(existsSync(home), false)
})
