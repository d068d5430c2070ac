import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Desktop } from '../../src/human/desktop.ts'
import { notifyUser, safeText } from '../../src/human/notify.ts'
import { openDeps } from './open-deps.ts'

interface Call {
  readonly command: string
  readonly args: readonly string[]
}

function desktop(platform: string, env: Record<string, string>, code: number | Error = 0) {
  const calls: Call[] = []
  const spawn: Desktop['spawn'] = (command, args) => {
    calls.push({ command, args })
    const child = Object.assign(new EventEmitter(), { kill: () => {} })
    setImmediate(() => (typeof code === 'number' ? child.emit('close', code) : child.emit('error', code)))
    return child
  }
  return { calls, desktop: { platform, env, spawn } }
}

test('REQ 3.2.1 notify_user: on a Linux desktop notify-send shows it, with markup made harmless', async (t) => {
  const { deps } = openDeps(t)
  const { calls, desktop: linux } = desktop('linux', { DISPLAY: ':0' })

  const answer = await notifyUser(
    deps,
    'auth_required',
    { message: '<b>認証</b>が必要です', timeout_seconds: 30 },
    linux,
  )

  assert.equal(answer.shown, true)
  assert.deepEqual(calls, [
    {
      command: 'notify-send',
      args: [
        '--app-name=Lyra',
        '--urgency=critical',
        '--expire-time=30000',
        '--',
        'Lyra: a page needs you',
        '&lt;b&gt;認証&lt;/b&gt;が必要です',
      ],
    },
  ])
  assert.deepEqual(deps.store.people.notifications.latest(1)[0]?.channel, 'notify-send')
})

test('REQ 3.2.1 notify_user: under WSL a PowerShell toast carries the words only as encoded data', async (t) => {
  const { deps } = openDeps(t)
  const { calls, desktop: wsl } = desktop('linux', { WSL_DISTRO_NAME: 'Ubuntu' })
  const message = "'; Remove-Item C:\\ ; '"

  await notifyUser(deps, 'info', { message }, wsl)

  assert.equal(calls[0]?.command, 'powershell.exe')
  const script = Buffer.from(calls[0]?.args[3] ?? '', 'base64').toString('utf16le')
  assert.equal(script.includes('Remove-Item'), false)
  assert.equal(script.includes(Buffer.from(message, 'utf8').toString('base64')), true)
})

test('REQ 3.2.1 notify_user: on macOS the words are arguments of osascript, not script', async (t) => {
  const { deps } = openDeps(t)
  const { calls, desktop: mac } = desktop('darwin', {})

  const answer = await notifyUser(deps, 'decision_required', { message: 'Stop here?' }, mac)

  assert.equal(answer.shown, true)
  assert.deepEqual(calls[0]?.args.slice(-2), ['Lyra: a decision is needed', 'Stop here?'])
})

test('REQ 3.2.1 notify_user: without a desktop, or when the tool is missing or fails, shown is false and nothing is thrown', async (t) => {
  const { deps } = openDeps(t)
  const shown: boolean[] = []

  for (const place of [
    desktop('linux', {}),
    desktop('win32', {}),
    desktop('linux', { DISPLAY: ':0' }, new Error('ENOENT')),
    desktop('linux', { DISPLAY: ':0' }, 1),
  ])
    shown.push((await notifyUser(deps, 'info', { message: 'done' }, place.desktop)).shown)
  const throwing: Desktop = {
    platform: 'darwin',
    env: {},
    spawn: () => {
      throw new Error('EPERM')
    },
  }
  shown.push((await notifyUser(deps, 'info', { message: 'done' }, throwing)).shown)

  assert.deepEqual(shown, [false, false, false, false, false])
  assert.deepEqual(
    deps.store.people.notifications.latest(10).map((row) => row.channel),
    ['log', 'log', 'log', 'log', 'log'],
  )
})

test('REQ 3.6.3: tokens and cookies never enter a notice, and a URL keeps only its place', () => {
  assert.equal(
    safeText('開いてください: https://user:pw@protected.go.jp/login?session=abc#x (cloudflare)'),
    '開いてください: https://protected.go.jp/login (cloudflare)',
  )
  assert.equal(safeText('Cookie: sid=abc; path=/'), 'Cookie: [removed]')
  assert.equal(safeText('Authorization: Bearer abc.def\nnext line'), 'Authorization: [removed]\nnext line')
  assert.equal(safeText('あ'.repeat(600)).length, 500)
})
