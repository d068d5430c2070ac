import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ALLOCATOR, becomeLean } from '../../src/cli/lean-process.ts'

const ROOT = join(import.meta.dirname, '..', '..')

function processAtHand(platform: string, env: NodeJS.ProcessEnv) {
  const became: { args: readonly string[]; env: NodeJS.ProcessEnv }[] = []
  const own = {
    platform,
    env,
    execPath: '/node',
    execArgv: ['--import', 'x.ts'],
    argv: ['/node', '/lyra', 'serve', '--port', '0'],
    execve: (_: string, args: readonly string[], next: NodeJS.ProcessEnv) => void became.push({ args, env: next }),
  }
  return { own, became }
}

test('REQ 4.2: a server starts itself again with the allocator told, once, with its own words and what a user has set', () => {
  const { own, became } = processAtHand('linux', { HOME: '/home/aki', MALLOC_ARENA_MAX: '4' })
  const flags: string[] = []

  becomeLean(own, (flag) => void flags.push(flag))
  const [next] = became
  becomeLean({ ...own, env: next?.env ?? {} }, () => undefined)

  assert.deepEqual(became, [
    {
      args: ['/node', '--import', 'x.ts', '/lyra', 'serve', '--port', '0'],
      env: { ...ALLOCATOR, HOME: '/home/aki', MALLOC_ARENA_MAX: '4' },
    },
  ])
  assert.deepEqual(flags, ['--heap-growing-percent=30'])
})

test('REQ 4.2: elsewhere than on Linux nothing is started again', () => {
  const { own, became } = processAtHand('darwin', {})

  becomeLean(own, () => undefined)

  assert.deepEqual(became, [])
})

test('REQ 4.2: the real server keeps its number, has the allocator told, and ends when it is told to', {
  skip: process.platform === 'linux' ? false : 'looks into /proc',
}, async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'lyra-lean-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const { MALLOC_ARENA_MAX: _, ...env } = process.env
  const args = [join(ROOT, 'bin', 'lyra'), 'serve', '--home', home, '--port', '0', '--json']
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')

  const [said] = await once(server.stdout, 'data')
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0')
  server.kill('SIGTERM')
  const [code, signal] = await exited

  assert.equal(JSON.parse(String(said)).pid, server.pid)
  for (const [name, value] of Object.entries(ALLOCATOR)) assert.ok(environment.includes(`${name}=${value}`), name)
  assert.deepEqual([code, signal], [0, null])
})
