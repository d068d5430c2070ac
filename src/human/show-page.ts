import type { Shown } from '../api/show-page.ts'
import type { HumanPage } from '../browser/human-page.ts'
import { LyraError } from '../domain/errors.ts'
import type { Desktop, WindowedDesktop } from './desktop.ts'
import { raiseBrowserWindow } from './raise-window.ts'
import { endOf } from './run-process.ts'

/** The tab in the browser of `human.cdp_endpoint`, or why it cannot be there. */
export type OpenTab = (url: string) => Promise<HumanPage | string>

/** Starting the opener (xdg-open, open, start) takes a moment; whether it hangs shows within this time. */
const START_LIMIT_MS = 5000

/**
 * REQ 3.6.1: opens a waiting page in the person's own browser and brings its window to the front, no more: in the
 * browser that the person named, by the few commands that are allowed there; else by the system's opener, without any
 * command.
 */
export async function showPage(url: string, desktop: WindowedDesktop, openTab: OpenTab | null = null): Promise<Shown> {
  const target = URL.parse(url)
  if (target === null || !['http:', 'https:'].includes(target.protocol))
    throw new LyraError('INVALID_PARAMS', 'Only http and https pages can be opened')
  const tab = openTab === null ? null : await openTab(target.href)
  if (tab !== null && typeof tab !== 'string') {
    const { by, skipped } = await raiseBrowserWindow(desktop, tab.window)
    return { ok: true, opened: true, by: 'devtools', raised_by: by, skipped }
  }
  const skipped = tab === null ? [] : [`devtools: ${tab}`]
  const opener = openerOf(desktop, target.href)
  if (opener === null)
    return { ok: true, opened: false, by: null, raised_by: null, skipped: [...skipped, 'no desktop'] }
  // Some openers stay as long as the browser does: running this long is as good as having ended well.
  const end = await endOf(desktop, opener, START_LIMIT_MS)
  const opened = end === 'running' || end === 0
  const why = opened ? [] : [`${opener.command}: ${refusal(opener.command, end)}`]
  // The opener's browser comes to the front by itself.
  const raisedBy = opened ? opener.command : null
  return { ok: true, opened, by: opener.command, raised_by: raisedBy, skipped: [...skipped, ...why] }
}

/** The exit codes of xdg-open, by its manual; the others give no reason. */
const XDG_OPEN: Readonly<Record<number, string>> = {
  1: 'it did not understand the command',
  2: 'it found no such file',
  3: 'this system has no program that opens web pages (exit 3)',
  4: 'no program of this system opened the page (exit 4)',
}

function refusal(command: string, end: number | 'missing' | 'killed'): string {
  if (end === 'missing') return 'not installed'
  if (end === 'killed') return 'it was ended by a signal'
  return (command === 'xdg-open' ? XDG_OPEN[end] : undefined) ?? `it ended with exit ${end}`
}

interface Opener {
  readonly command: string
  readonly args: readonly string[]
}

function openerOf({ platform, env }: Desktop, url: string): Opener | null {
  if (platform === 'darwin') return { command: 'open', args: ['--', url] }
  if (platform !== 'linux') return null
  if (env.WSL_DISTRO_NAME !== undefined || env.WSL_INTEROP !== undefined) {
    // The address travels as base64, so that no quoting can be broken out of.
    const word = Buffer.from(url, 'utf8').toString('base64')
    const script = `Start-Process ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${word}')))`
    const encoded = Buffer.from(script, 'utf16le').toString('base64')
    return { command: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded] }
  }
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return null
  return { command: 'xdg-open', args: [url] }
}
