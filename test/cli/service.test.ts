import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DOMParser } from 'linkedom'
import { VERSION } from '../../src/app/version.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import {
  installService,
  type RunProgram,
  serviceStatus,
  uninstallService,
} from '../../src/cli/service/apply-service.ts'
import { kindOf, servicePlan } from '../../src/cli/service/service-plan.ts'
import { fakeWorld } from './fake-world.ts'

const PROGRAM = { node: '/usr/bin/node', lyra: '/opt/lyra/bin/lyra', home: '/home/aki/研究 100%/"lyra" & $x' }
const ALL = { dryRun: false, writeOnly: false }

function fakeHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'lyra-service-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  return home
}

const planFor = (home: string, kind: 'systemd' | 'launchd' = 'systemd') =>
  servicePlan(kind, PROGRAM, { platform: 'linux', env: { HOME: home }, uid: 501 })

function recorder(code = 0, output = '') {
  const ran: string[] = []
  const run: RunProgram = async (program, args) => {
    ran.push([program, ...args].join(' '))
    return { code, output }
  }
  return { ran, run }
}

test('LYRA 6.8: install writes the unit and starts it; a second time changes nothing; uninstall leaves nothing', async (t) => {
  const home = fakeHome(t)
  const plan = planFor(home)
  const { ran, run } = recorder()

  const first = await installService(plan, ALL, run)
  const again = await installService(plan, ALL, run)
  const installed = readFileSync(plan.file, 'utf8')
  ran.length = 0
  const gone = await uninstallService(plan, ALL, run)

  assert.equal(plan.file, join(home, '.config', 'systemd', 'user', 'lyra.service'))
  assert.equal(installed, plan.text)
  assert.deepEqual(
    first.map(({ step, outcome }) => `${outcome} ${step}`),
    [
      `done write ${plan.file}`,
      'done systemctl --user daemon-reload',
      'done systemctl --user enable --now lyra.service',
    ],
  )
  assert.equal(again[0]?.outcome, 'nothing_to_do')
  assert.deepEqual(ran, ['systemctl --user disable --now lyra.service', 'systemctl --user daemon-reload'])
  assert.equal(gone[1]?.outcome, 'done')
  assert.deepEqual(readdirSync(dirname(plan.file)), [])
})

test('LYRA 6.8: a unit that a person wrote comes back to the byte; theirs is never removed', async (t) => {
  const plan = planFor(fakeHome(t))
  const { run } = recorder()
  const own = '[Service]\nExecStart=/home/aki/bin/lyra serve\n'
  mkdirSync(dirname(plan.file), { recursive: true })
  writeFileSync(plan.file, own)

  await assert.rejects(uninstallService(plan, ALL, run), { code: 'INVALID_PARAMS' })
  const foreign = await serviceStatus(plan, run)
  await installService(plan, ALL, run)
  await uninstallService(plan, ALL, run)

  assert.equal(foreign.installed, 'foreign')
  assert.equal(readFileSync(plan.file, 'utf8'), own)
  assert.deepEqual(readdirSync(dirname(plan.file)), ['lyra.service'])
})

test('LYRA 6.8: a dry run writes and runs nothing', async (t) => {
  const home = fakeHome(t)
  const { ran, run } = recorder()
  const planned = await installService(planFor(home), { dryRun: true, writeOnly: false }, run)
  assert.deepEqual(new Set(planned.map(({ outcome }) => outcome)), new Set(['planned']))
  assert.deepEqual([ran, readdirSync(home)], [[], []])
})

test('LYRA 6.8: status tells what is installed and whether it runs', async (t) => {
  const plan = planFor(fakeHome(t))
  const none = await serviceStatus(plan, recorder(3, 'inactive\n').run)
  await installService(plan, { dryRun: false, writeOnly: true }, recorder().run)
  const running = await serviceStatus(plan, recorder(0, 'active\n').run)
  const older = await serviceStatus({ ...plan, text: `${plan.text}\n` }, recorder(0, 'active\n').run)
  assert.deepEqual([none.installed, none.running, none.said], ['no', false, 'inactive'])
  assert.deepEqual([running.installed, running.running], ['yes', true])
  assert.equal(older.installed, 'older')
})

test('LYRA 6.8: the unit restarts after a crash, stops within 30 seconds, and keeps paths as they are', () => {
  const { text } = planFor('/home/aki')
  const lines = text.split('\n')
  for (const line of ['Restart=on-failure', 'TimeoutStopSec=30', 'NoNewPrivileges=yes', 'UMask=0077'])
    assert.ok(lines.includes(line), line)
  assert.ok(
    lines.includes('ExecStart=/usr/bin/node /opt/lyra/bin/lyra serve --home "/home/aki/研究 100%%/\\"lyra\\" & $$x"'),
  )
})

const verify = spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'systemd-analyze is not here'

test('LYRA 6.8: systemd takes the unit, alone and with the strict drop-in', { skip: verify }, (t) => {
  const home = fakeHome(t)
  const program = { ...PROGRAM, node: process.execPath, lyra: join(import.meta.dirname, '../../bin/lyra') }
  const { text } = servicePlan('systemd', program, { platform: 'linux', env: { HOME: home }, uid: 501 })
  const unit = join(home, 'lyra.service')
  writeFileSync(unit, text)
  mkdirSync(join(home, 'lyra.service.d'))
  writeFileSync(
    join(home, 'lyra.service.d', 'strict.conf'),
    readFileSync(join(import.meta.dirname, '../../deploy/systemd/strict.conf')),
  )

  const env = { ...process.env, XDG_RUNTIME_DIR: home, HOME: home }
  const checked = spawnSync('systemd-analyze', ['--user', 'verify', unit], { encoding: 'utf8', env })

  assert.deepEqual([checked.status, checked.stderr], [0, ''])
})

interface PlistElement {
  readonly tagName: string
  readonly textContent: string | null
  readonly children: Iterable<PlistElement>
}

/** A property list as values: what launchd would read. */
function plistValue(element: PlistElement): unknown {
  const children = [...element.children]
  if (element.tagName === 'dict')
    return Object.fromEntries(
      children.flatMap((child, i) => {
        const value = children[i + 1]
        return child.tagName === 'key' && value !== undefined ? [[child.textContent, plistValue(value)]] : []
      }),
    )
  if (element.tagName === 'array') return children.map(plistValue)
  if (element.tagName === 'integer') return Number(element.textContent)
  return element.tagName === 'string' ? element.textContent : element.tagName === 'true'
}

test('LYRA 6.8: the launch agent is a property list with the same service', async (t) => {
  const home = fakeHome(t)
  const plan = planFor(home, 'launchd')
  const { ran, run } = recorder()

  await installService(plan, ALL, run)
  const dict = new DOMParser().parseFromString(plan.text, 'text/xml').querySelector('dict')

  assert.equal(plan.file, join(home, 'Library', 'LaunchAgents', 'io.lyra-research.serve.plist'))
  assert.deepEqual(ran, [`launchctl bootstrap gui/501 ${plan.file}`])
  const log = join(PROGRAM.home, 'logs', 'service.log')
  assert.ok(dict)
  assert.deepEqual(plistValue(dict), {
    Label: 'io.lyra-research.serve',
    ProgramArguments: [PROGRAM.node, PROGRAM.lyra, 'serve', '--home', PROGRAM.home],
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ThrottleInterval: 10,
    ExitTimeOut: 30,
    Umask: 63,
    ProcessType: 'Background',
    StandardOutPath: log,
    StandardErrorPath: log,
  })
})

test('LYRA 6.8: Windows and the cache of npx get an answer one can act on', () => {
  assert.throws(() => kindOf('win32', undefined), { code: 'INVALID_PARAMS', hint: /docs\/services\.md/ })
  assert.throws(() => kindOf('linux', 'upstart'), { code: 'INVALID_PARAMS' })
  const cached = { ...PROGRAM, lyra: '/home/aki/.npm/_npx/1f/node_modules/lyra-research/bin/lyra' }
  assert.throws(() => servicePlan('systemd', cached, { platform: 'linux', env: {}, uid: 1 }), {
    hint: `Install it to stay (npm install -g lyra-research@${VERSION}), then run \`lyra service install\` again`,
  })
})

test('CLI service: writes into the home of the environment, tells it as JSON, and undoes it', async (t) => {
  const home = fakeHome(t)
  const world = () => fakeWorld({}, { env: { HOME: home } })
  const line = ['--write-only', '--kind', 'systemd', '--home', join(home, 'lyra'), '--json']
  const first = world()

  const installed = await runCli(['service', 'install', ...line], first)
  const file = join(home, '.config', 'systemd', 'user', 'lyra.service')
  const there = existsSync(file)
  const removed = await runCli(['service', 'uninstall', ...line], world())
  const wrong = world()

  assert.deepEqual([installed, there, removed, existsSync(file)], [0, true, 0, false])
  assert.deepEqual(JSON.parse(first.out()), {
    ok: true,
    act: 'install',
    file,
    steps: [{ step: `write ${file}`, outcome: 'done', said: '' }],
  })
  assert.equal(await runCli(['service', 'restart'], wrong), 2)
})
