import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Desktop } from '../../src/human/desktop.ts'
import type { RunningProcess } from '../../src/human/run-process.ts'
import { showPage } from '../../src/human/show-page.ts'

const PAGE = 'https://library.example/login?next=%2Fa'

function desktop(platform: string, env: Record<string, string>, code = 0) {
  const started: (readonly string[])[] = []
  const spawn: Desktop['spawn'] = (command, args) => {
    started.push([command, ...args])
    const child = new EventEmitter() as EventEmitter & { kill(): void }
    child.kill = () => {}
    setImmediate(() => child.emit('close', code))
    return child as unknown as RunningProcess
  }
  const unused = async () => null
  return { desktop: { platform, env, spawn, read: unused, listeningProcess: unused }, started }
}

test('REQ 3.6.1: on a Linux desktop the system opens the page, and nothing else happens', async () => {
  const { desktop: linux, started } = desktop('linux', { DISPLAY: ':0' })

  assert.deepEqual(await showPage(PAGE, linux), {
    ok: true,
    opened: true,
    by: 'xdg-open',
    raised_by: 'xdg-open',
    skipped: [],
  })
  assert.deepEqual(started, [['xdg-open', PAGE]])
})

test('REQ 3.6.1: under WSL Windows opens it; the address cannot break out of the command', async () => {
  const { desktop: wsl, started } = desktop('linux', { WSL_DISTRO_NAME: 'Ubuntu' })

  await showPage("https://library.example/'); calc", wsl)

  const script = Buffer.from(started[0]?.at(-1) ?? '', 'base64').toString('utf16le')
  assert.match(
    script,
    /^Start-Process \(\[Text\.Encoding\]::UTF8\.GetString\(\[Convert\]::FromBase64String\('[A-Za-z0-9+/=]+'\)\)\)$/,
  )
})

test('REQ 3.6.1: without a desktop the answer says that nothing was opened', async () => {
  const { desktop: server, started } = desktop('linux', {})

  assert.deepEqual(await showPage(PAGE, server), {
    ok: true,
    opened: false,
    by: null,
    raised_by: null,
    skipped: ['no desktop'],
  })
  assert.deepEqual(started, [])
})

test('REQ 3.6.1: an opener that fails is reported as such', async () => {
  const { desktop: broken } = desktop('darwin', {}, 1)

  assert.deepEqual(await showPage(PAGE, broken), {
    ok: true,
    opened: false,
    by: 'open',
    raised_by: null,
    skipped: ['open: it ended with exit 1'],
  })
})

test('REQ 3.6.1: xdg-open refuses with its reason, which its exit code tells', async () => {
  const reasonAt = async (code: number) =>
    (await showPage(PAGE, desktop('linux', { DISPLAY: ':0' }, code).desktop)).skipped

  assert.deepEqual(await reasonAt(3), ['xdg-open: this system has no program that opens web pages (exit 3)'])
  assert.deepEqual(await reasonAt(4), ['xdg-open: no program of this system opened the page (exit 4)'])
  assert.deepEqual(await reasonAt(9), ['xdg-open: it ended with exit 9'])
})

test('REQ 3.6.1: only web pages are opened', async () => {
  const { desktop: linux, started } = desktop('linux', { DISPLAY: ':0' })

  await assert.rejects(showPage('file:///etc/passwd', linux), { code: 'INVALID_PARAMS' })
  assert.deepEqual(started, [])
})
