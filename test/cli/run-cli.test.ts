import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMANDS } from '../../src/cli/command-table.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { displayWidth, printable, table } from '../../src/cli/text.ts'
import { ERROR_TABLE, LyraError } from '../../src/domain/errors.ts'
import { NO_FINDINGS } from '../mcp/fake-lyra.ts'
import { fakeWorld, ROOT } from './fake-world.ts'

const version = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version

test('CLI: --version prints the version of package.json', async () => {
  const world = fakeWorld()
  assert.equal(await runCli(['--version'], world), 0)
  assert.equal(world.out(), `lyra ${version}\n`)
})

test('CLI: --help of every command shows usage and at least one example', async () => {
  for (const command of COMMANDS) {
    const world = fakeWorld()
    assert.equal(await runCli([command.name, '--help'], world), 0)
    assert.match(world.out(), new RegExp(`^Usage: lyra ${command.name}\\b`, 'm'))
    assert.ok(world.out().includes(`\n  ${command.examples[0]?.line}\n`), `${command.name} has no example`)
    assert.equal(world.opened.length, 0)
  }
})

test('CLI: the overview lists the commands', async () => {
  const world = fakeWorld()
  assert.equal(await runCli([], world), 0)
  const listed = [...world.out().matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map((match) => match[1])
  assert.deepEqual(listed.sort(), [
    'add',
    'auth',
    'backup',
    'bibliography',
    'check',
    'citations',
    'claim',
    'cleanup',
    'demo',
    'doctor',
    'entities',
    'export',
    'feed',
    'feedback',
    'find',
    'hub',
    'import',
    'install',
    'lenses',
    'mcp',
    'metrics',
    'models',
    'open',
    'pivot',
    'query',
    'read',
    'replay',
    'report',
    'restore',
    'review',
    'search',
    'serve',
    'service',
    'sources',
    'status',
    'task',
    'timeline',
    'trust',
    'update',
    'vector',
    'verify',
    'worker',
  ])
})

test('CLI: a mistake with --json is one JSON document on stdout and exit 2', async () => {
  const world = fakeWorld()
  assert.equal(await runCli(['stauts', 'task_1', '--json'], world), 2)
  assert.deepEqual(JSON.parse(world.out()), {
    ok: false,
    error: {
      code: 'INVALID_PARAMS',
      message: 'There is no command "stauts"',
      hint: 'Did you mean `lyra status`?',
      retry: 'never',
    },
  })
  assert.equal(world.err(), '')
})

test('CLI: without --json a mistake goes to stderr and stdout stays empty', async () => {
  const world = fakeWorld()
  assert.equal(await runCli(['status'], world), 2)
  assert.equal(world.out(), '')
  assert.equal(
    world.err(),
    'lyra: status needs <task_id> [INVALID_PARAMS]\n      Run `lyra status --help` for examples\n',
  )
})

/** A home without a log: what a crash leaves there must not reach the home of whoever runs the tests. */
const NO_HOME = join(tmpdir(), 'lyra-no-such-home')

test('REQ 3.2.1: every error code of the table becomes its own exit code', async () => {
  for (const [code, entry] of Object.entries(ERROR_TABLE)) {
    const world = fakeWorld({
      getStatus: () => {
        throw new LyraError(code as keyof typeof ERROR_TABLE, 'as the test asked')
      },
    })
    assert.equal(await runCli(['status', 'task_1', '--json', '--home', NO_HOME], world), entry.exit, code)
    assert.equal((JSON.parse(world.out()) as { error: { code: string } }).error.code, code)
    assert.equal(world.closed(), 1)
  }
})

function crashing(error: unknown) {
  return fakeWorld({
    getStatus: () => {
      throw error
    },
  })
}

test('REQ 4.4.1 L7, L8: a crash is INTERNAL_ERROR with exit 70 and an error_id; its stack is in the log of the home alone', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-crash-'))
  t.after(() => rmSync(home, { recursive: true }))
  mkdirSync(join(home, 'logs'))
  const world = crashing(new TypeError(`secret inner state of ${home}/lyra.db token=abc123`))

  assert.equal(await runCli(['status', 'task_1', '--json', '--home', home], world), 70)

  const { error } = JSON.parse(world.out()) as { error: Record<string, string> }
  assert.match(error.error_id ?? '', /^err_[0-9a-f]{16}$/)
  assert.deepEqual(error, {
    code: 'INTERNAL_ERROR',
    message: 'Internal processing error',
    hint: 'Look up the error_id in the log and report it',
    retry: 'later',
    error_id: error.error_id,
  })
  assert.equal(world.err(), '')
  const [file = ''] = readdirSync(join(home, 'logs'))
  const line = JSON.parse(readFileSync(join(home, 'logs', file), 'utf8')) as Record<string, string>
  assert.equal(line.error_id, error.error_id)
  assert.equal(line.message, `secret inner state of ${home}/lyra.db [REDACTED]`)
  assert.match(line.stack ?? '', /^TypeError: secret inner state .*\n {4}at .*run-cli\.test\.ts/s)
})

test('REQ 4.4.1 L7: where no log keeps a crash its message is told without stack and paths, and no home is made for it', async () => {
  const world = crashing(new TypeError('bad row in /srv/lyra/x.db'))

  assert.equal(await runCli(['status', 'task_1', '--home', NO_HOME], world), 70)

  assert.equal(world.out(), '')
  assert.match(
    world.err(),
    /^lyra: Internal processing error \[INTERNAL_ERROR\] err_[0-9a-f]{16}\n {6}Look up the error_id in the log and report it\n {6}TypeError: bad row in \[path\]\n$/,
  )
  assert.equal(existsSync(NO_HOME), false)
})

test('REQ 4.4.1 L7, L8: a mistake keeps the path that the user gave, and loses what is secret', async () => {
  const world = crashing(
    new LyraError('STORE_UNAVAILABLE', 'No database in /home/me/x: api_key=abc123', { hint: 'Look' }),
  )

  assert.equal(await runCli(['status', 'task_1', '--home', NO_HOME], world), 15)

  assert.equal(world.err(), 'lyra: No database in /home/me/x: [REDACTED] [STORE_UNAVAILABLE]\n      Look\n')
})

test('CLI, REQ 4.4.1 L2: text for a terminal loses what moves its cursor and what nobody sees', () => {
  assert.equal(printable('a\u001b[2Jb\u202ec\u{e0041}d\u2800e\u00adf\n\tg'), 'a[2Jbcdef\n\tg')
})

test('CLI: --home, --replay and --set reach the application', async () => {
  const world = fakeWorld({ listTasks: () => ({ ok: true, tasks: [] }) })
  assert.equal(
    await runCli(['task', 'list', '--home', '/tmp/h', '--replay', 'a.warc.gz', '--set', 'log.level=warn'], world),
    0,
  )
  assert.deepEqual(world.opened, [
    { flags: { 'log.level': 'warn' }, home: '/tmp/h', replay: 'a.warc.gz', mode: 'cli', mustExist: true },
  ])
  assert.equal(world.out(), 'No tasks yet. Create one with `lyra task new "<question>"`.\n')
})

test('CLI: task new passes question, budget, domains and language', async () => {
  const asked: unknown[] = []
  const world = fakeWorld({
    createTask: (input) => {
      asked.push(input)
      return {
        ok: true,
        task_id: 'task_7',
        query: input.query,
        created_at: '2026-01-02T03:04:05.000Z',
        budget: { max_pages: 8, max_seconds: 90 },
      }
    },
  })
  const argv = [
    'task',
    'new',
    '銀葉茶は血圧を下げるか',
    '--max-pages',
    '8',
    '--max-seconds',
    '90',
    '--domain',
    'who.int',
    '--domain',
    'go.jp',
    '--language',
    'ja',
  ]
  assert.equal(await runCli(argv, world), 0)
  assert.deepEqual(asked, [
    {
      query: '銀葉茶は血圧を下げるか',
      config: {
        budget: { max_pages: 8, max_seconds: 90 },
        priority_domains: ['who.int', 'go.jp'],
        language: 'ja',
      },
    },
  ])
  assert.equal(world.out().split('\n')[0], 'task_7')
})

test('CLI: task with an unknown action names the nearest one', async () => {
  const world = fakeWorld()
  assert.equal(await runCli(['task', 'lsit'], world), 2)
  assert.match(world.err(), /Did you mean `lyra task list`\?/)
  assert.equal(await runCli(['task', 'constructor'], world), 2)
  assert.match(world.err(), /There is no `task constructor`/)
  assert.equal(world.opened.length, 0)
})

test('CLI: text without quotes is refused with the reason', async () => {
  const world = fakeWorld()
  assert.equal(await runCli(['vector', 'two', 'words'], world), 2)
  assert.equal(
    world.err(),
    'lyra: vector does not know what to do with "words" [INVALID_PARAMS]\n      Put text with spaces in quotes\n',
  )
})

test('CLI: report --out writes the file and says where', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const world = fakeWorld(
    { getReport: ({ task_id }) => ({ ok: true, task_id, markdown: '# 報告\n', ...NO_FINDINGS }) },
    { cwd: folder },
  )
  assert.equal(await runCli(['report', 'task_1', '--out', 'r.md'], world), 0)
  assert.equal(readFileSync(join(folder, 'r.md'), 'utf8'), '# 報告\n')
  assert.equal(world.out(), `Report written to ${join(folder, 'r.md')}\n`)
})

test('CLI: a report on disk has no control characters of a page, and only its owner can read it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-cli-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const markdown = '# 報告\n\n- 血圧\u001b]0;title\u0007は\u009b31m下がった\u202e。\tend\n'
  const world = fakeWorld(
    { getReport: ({ task_id }) => ({ ok: true, task_id, markdown, ...NO_FINDINGS }) },
    { cwd: folder },
  )

  await runCli(['report', 'task_1', '--out', 'r.md'], world)

  assert.equal(readFileSync(join(folder, 'r.md'), 'utf8'), '# 報告\n\n- 血圧]0;titleは31m下がった。\tend\n')
  assert.equal(statSync(join(folder, 'r.md')).mode & 0o777, 0o600)
})

test('CLI: control characters of a page cannot reach the terminal', async () => {
  const world = fakeWorld({
    getReport: ({ task_id }) => ({ ok: true, task_id, markdown: 'a\u001b]0;title\u0007b\u202ec\n', ...NO_FINDINGS }),
  })
  assert.equal(await runCli(['report', 'task_1'], world), 0)
  assert.equal(world.out(), 'a]0;titlebc\n')
})

test('CLI: query prints a table whose columns line up in Japanese too', async () => {
  const world = fakeWorld({
    queryGraph: () => ({
      ok: true,
      rows: [
        { claim: '血圧', n: 0.123456 },
        { claim: 'tea', n: null },
      ],
      row_count: 2,
      columns: ['claim', 'n'],
      truncated: true,
      next_offset: 2,
      elapsed_ms: 1.4,
    }),
  })
  assert.equal(await runCli(['query', 'SELECT claim, n FROM t'], world), 0)
  assert.equal(world.out(), 'claim  n\n-----  ------\n血圧   0.1235\ntea\n\n2 rows (more: --offset 2), 1 ms\n')
})

test('CLI: a command line too long for the model runtime is refused before anything is loaded', async () => {
  const world = fakeWorld({})
  assert.equal(await runCli(['query', 'x'.repeat(20_000)], world), 2)
  assert.match(world.err(), /The command line has 20007 characters; 20000 are allowed \[INVALID_PARAMS\]/u)
  assert.deepEqual(world.opened, [])
})

test('CLI: an unknown command is named in short', async () => {
  const world = fakeWorld({})
  assert.equal(await runCli(['z'.repeat(500)], world), 2)
  assert.match(world.err(), /There is no command "z{39}…"/u)
})

test('CLI: task new prints the id alone on stdout, so that T=$(lyra task new ...) is the id; the rest goes to stderr', async () => {
  const answer = {
    ok: true,
    task_id: 'task_7',
    query: 'x',
    created_at: '2026-01-02T03:04:05.000Z',
    budget: { max_pages: 8, max_seconds: 90 },
  } as const
  const [plain, json] = [fakeWorld({ createTask: () => answer }), fakeWorld({ createTask: () => answer })]

  await runCli(['task', 'new', 'x'], plain)
  await runCli(['task', 'new', 'x', '--json'], json)

  assert.equal(plain.out(), 'task_7\n')
  assert.equal(plain.err(), 'Budget: 8 pages, 90 seconds\nNext: lyra search task_7 "<query>"\n')
  assert.deepEqual([JSON.parse(json.out()).task_id, json.err()], ['task_7', ''])
})

test('CLI: a table fits the terminal, ids stay whole, and a pipe gets everything', () => {
  const id = 'claim_0123456789abcdef'
  const long = '銀葉茶は血圧を下げる '.repeat(8).trim()
  const rows = [[id, 'contested', long]]
  const columns = ['id', 'status', 'claim']

  const narrow = table(rows, { columns, fit: 60 }).split('\n')
  const tiny = table(rows, { columns, fit: 10 }).split('\n')
  const piped = table(rows, { columns, widest: 200 })

  assert.deepEqual(
    [...new Set(narrow.map(displayWidth))].filter((width) => width > 60),
    [],
  )
  assert.ok(
    narrow.every((line, at) => at < 2 || line.startsWith(`${id}  contested  銀葉茶`)),
    narrow.join('\n'),
  )
  assert.ok(tiny[2]?.startsWith(id))
  assert.ok(piped.includes(long))
})
