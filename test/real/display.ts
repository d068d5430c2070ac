import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A screen of its own with a window manager, a session bus and a notification daemon. */
export interface Display {
  /** What a program needs in its environment to appear there. */
  readonly env: Readonly<Record<string, string>>
  /** What the notification daemon has printed: every notice it was sent. */
  readonly notices: () => string
  close(): Promise<void>
}

export async function openDisplay(): Promise<Display> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-display-'))
  const children: ChildProcess[] = []
  const start = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    children.push(child)
    return child
  }
  const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'])
  const display = `:${(await firstLine(screen)).trim()}`
  const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address', `--address=unix:dir=${folder}`])
  const address = (await firstLine(bus)).trim()
  const env = { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder, HOME: folder }
  start('openbox', [], env)
  const dunst = start('dunst', ['-print', '-conf', '/dev/null'], env)
  let printed = ''
  dunst.stdout?.on('data', (chunk) => {
    printed += String(chunk)
  })
  return {
    env,
    notices: () => printed,
    async close() {
      for (const child of children.reverse()) {
        const gone = once(child, 'exit')
        if (child.exitCode === null && child.kill()) await gone
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return text.split('\n', 1)[0] ?? ''
  }
  throw new Error(`${child.spawnfile} ended before it said anything`)
}

/** Asks again until it holds; what the window manager and the daemons do takes its moment. */
export async function eventually<T>(
  what: string,
  look: () => T | null | Promise<T | null>,
  limitMs = 15_000,
): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
