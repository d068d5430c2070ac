import assert from 'node:assert/strict'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { type Client, configPathOf, type Machine, type System } from '../../../src/cli/install/client.ts'
import { CLIENTS } from '../../../src/cli/install/clients.ts'
import { entryIn } from '../../../src/cli/install/config-format.ts'
import {
  carryOut,
  type EditContext,
  placeOf,
  planInstall,
  planUndo,
  stateOf,
} from '../../../src/cli/install/edit-client.ts'
import { type HttpLaunch, type Launch, launchIn, npxLaunch, stdioLaunch } from '../../../src/cli/install/launch.ts'
import { LyraError } from '../../../src/domain/errors.ts'
import { CONFIGS, fakeHome, snapshot, writeConfig } from './fake-home.ts'

const URL_OF_SERVER = 'http://127.0.0.1:8765/mcp'
const CLONE = { root: '/home/ann/lyra/', node: '/opt/node24/bin/node', platform: 'linux' as const }
const STDIO = stdioLaunch(CLONE, 'node')
const HTTP: HttpLaunch = { kind: 'http', url: URL_OF_SERVER, token: 'dGhpcyBpcyBhIHRva2Vu' }
const SYSTEMS: readonly System[] = ['linux', 'darwin', 'win32']

const inside = (machine: Machine, force = false): EditContext => ({
  machine,
  server: { url: URL_OF_SERVER, token: null },
  force,
})

function install(client: Client, machine: Machine, launch: Launch = STDIO, force = false) {
  const edit = planInstall(client, launch, inside(machine, force))
  carryOut(edit)
  return edit.outcome
}

function undo(client: Client, machine: Machine) {
  const edit = planUndo(client, inside(machine))
  carryOut(edit)
  return edit.outcome
}

const read = (client: Client, machine: Machine) => readFileSync(configPathOf(client, machine), 'utf8')

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'nothing thrown'
  } catch (error) {
    return error instanceof LyraError ? error.code : String(error)
  }
}

test('LYRA 8.2: the ten clients, each with a config of its own to begin with', () => {
  assert.deepEqual(
    CLIENTS.map(({ id }) => id),
    [
      'claude-desktop',
      'claude-code',
      'cursor',
      'vscode',
      'windsurf',
      'codex',
      'gemini-cli',
      'goose',
      'lm-studio',
      'zed',
    ],
  )
  assert.deepEqual(
    CLIENTS.map(({ id }) => id),
    Object.keys(CONFIGS),
  )
})

for (const system of SYSTEMS)
  for (const client of CLIENTS)
    test(`LYRA 8.2: ${client.title} on ${system}: written, the same when written again, undone to the byte`, (t) => {
      const machine = fakeHome(t, system)
      const before = CONFIGS[client.id] ?? ''
      const path = writeConfig(machine, client.id, before)
      const untouched = snapshot(machine.folder)

      const first = install(client, machine)
      const written = snapshot(machine.folder)
      const entry = entryIn(client.format.read(read(client, machine)), placeOf(client))
      const second = install(client, machine)
      const again = snapshot(machine.folder)
      const undone = undo(client, machine)

      assert.deepEqual([first, second, undone], ['added', 'unchanged', 'undone'])
      assert.deepEqual(launchIn(entry), STDIO)
      assert.equal(readFileSync(path, 'utf8'), before)
      assert.deepEqual(again, written)
      assert.deepEqual(Object.keys(written).length, 2, 'the config and its backup')
      assert.deepEqual(snapshot(machine.folder), untouched)
      assert.equal(undo(client, machine), 'not_installed')
    })

for (const client of CLIENTS)
  test(`LYRA 8.2: ${client.title}: a config that was not there is made for the user alone, and gone after undo`, (t) => {
    const machine = fakeHome(t)
    const path = configPathOf(client, machine)
    mkdirSync(dirname(path), { recursive: true })

    assert.equal(install(client, machine), 'added')

    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.equal(stateOf(client, inside(machine)), 'stdio')
    assert.equal(undo(client, machine), 'undone')
    assert.deepEqual(snapshot(machine.folder), {})
  })

for (const client of CLIENTS.filter(({ http }) => http !== null))
  test(`LYRA 8.2: ${client.title}: from stdio to HTTP and back to the first byte`, (t) => {
    const machine = fakeHome(t)
    writeConfig(machine, client.id, CONFIGS[client.id] ?? '')
    const untouched = snapshot(machine.folder)

    install(client, machine)
    const changed = install(client, machine, HTTP)
    const entry = entryIn(client.format.read(read(client, machine)), placeOf(client))
    undo(client, machine)

    assert.equal(changed, 'updated')
    assert.deepEqual(launchIn(entry), HTTP)
    assert.deepEqual(snapshot(machine.folder), untouched)
  })

for (const client of CLIENTS)
  test(`LYRA 8.2: ${client.title}: a damaged config is a typed error and stays as it is`, (t) => {
    const machine = fakeHome(t)
    const whole = CONFIGS[client.id] ?? ''
    writeConfig(machine, client.id, `${whole.slice(0, Math.floor(whole.length / 2))}{[`)
    const untouched = snapshot(machine.folder)

    assert.equal(
      codeOf(() => install(client, machine)),
      'CONFIG_UNUSABLE',
    )
    assert.equal(
      codeOf(() => undo(client, machine)),
      'CONFIG_UNUSABLE',
    )

    assert.equal(stateOf(client, inside(machine)), 'unusable')
    assert.deepEqual(snapshot(machine.folder), untouched)
  })

for (const client of CLIENTS)
  test(`LYRA 8.2: ${client.title}: another server of the name is a conflict; forced, it comes back with undo`, (t) => {
    const machine = fakeHome(t)
    const foreign = { ...client.stdio({ kind: 'stdio', command: 'uvx', args: ['lyra-music'] }) }
    const text = client.format.put(CONFIGS[client.id] ?? '', placeOf(client), foreign)
    writeConfig(machine, client.id, text)
    const untouched = snapshot(machine.folder)

    assert.equal(
      codeOf(() => install(client, machine)),
      'CONFIG_CONFLICT',
    )
    assert.equal(stateOf(client, inside(machine)), 'other')
    assert.deepEqual(snapshot(machine.folder), untouched)
    assert.equal(undo(client, machine), 'not_installed')

    assert.equal(install(client, machine, STDIO, true), 'updated')
    assert.equal(stateOf(client, inside(machine)), 'stdio')
    assert.equal(undo(client, machine), 'undone')
    assert.deepEqual(snapshot(machine.folder), untouched)
  })

for (const client of CLIENTS)
  test(`LYRA 8.2: ${client.title}: what was added to the config after the install outlives its undo`, (t) => {
    const machine = fakeHome(t)
    const path = writeConfig(machine, client.id, CONFIGS[client.id] ?? '')
    install(client, machine)
    const later = { section: client.section, name: 'later' }
    writeFileSync(path, client.format.put(read(client, machine), later, { command: 'later', args: [] }))

    const outcome = undo(client, machine)
    const data = client.format.read(read(client, machine))

    assert.equal(outcome, 'undone')
    assert.equal(entryIn(data, placeOf(client)), undefined)
    assert.deepEqual(entryIn(data, later), { command: 'later', args: [] })
    assert.deepEqual(Object.keys(snapshot(machine.folder)).length, 1, 'the backup is gone')
  })

for (const client of CLIENTS)
  test(`LYRA 8.2: ${client.title}: a config that is a link stays one, and its file keeps its mode`, (t) => {
    const machine = fakeHome(t)
    const path = writeConfig(machine, client.id, CONFIGS[client.id] ?? '')
    const dotfile = join(machine.folder, 'dotfiles', client.id)
    mkdirSync(dirname(dotfile))
    renameSync(path, dotfile)
    chmodSync(dotfile, 0o604)
    symlinkSync(dotfile, path)

    install(client, machine)

    assert.equal(lstatSync(path).isSymbolicLink(), true)
    assert.equal(statSync(dotfile).mode & 0o777, 0o604)
    assert.equal(statSync(`${dotfile}.lyra-backup`).mode & 0o777, 0o604)
    assert.equal(stateOf(client, inside(machine)), 'stdio')
    undo(client, machine)
    assert.equal(lstatSync(path).isSymbolicLink(), true)
    assert.equal(readFileSync(dotfile, 'utf8'), CONFIGS[client.id])
  })

test('LYRA 8.2: an entry written by hand is ours, is brought up to date, and comes back with undo', (t) => {
  const machine = fakeHome(t)
  const cursor = CLIENTS.find(({ id }) => id === 'cursor')
  assert.ok(cursor !== undefined)
  writeConfig(machine, 'cursor', '{"mcpServers":{"lyra":{"command":"/home/ann/lyra/bin/lyra","args":["mcp"]}}}')
  const untouched = snapshot(machine.folder)

  assert.equal(install(cursor, machine), 'updated')
  assert.equal(install(cursor, machine, npxLaunch('linux')), 'updated')
  assert.equal(undo(cursor, machine), 'undone')

  assert.deepEqual(snapshot(machine.folder), untouched)
})

test('LYRA 8.2: bytes that are no UTF-8, and a folder in the place of the file, are refused', (t) => {
  const machine = fakeHome(t)
  const [desktop, code] = CLIENTS
  assert.ok(desktop !== undefined && code !== undefined)
  writeFileSync(writeConfig(machine, desktop.id, ''), Buffer.from([0x7b, 0xff, 0x7d]))
  mkdirSync(configPathOf(code, machine))

  assert.equal(
    codeOf(() => install(desktop, machine)),
    'CONFIG_UNUSABLE',
  )
  assert.equal(
    codeOf(() => install(code, machine)),
    'CONFIG_UNUSABLE',
  )
})
