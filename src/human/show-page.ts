import { LyraError } from '../domain/errors.ts'
import type { Desktop } from './notify.ts'

export interface Shown {
  readonly ok: true
  readonly opened: boolean
  /** The program that was asked; null when this system has none. */
  readonly by: string | null
}

const START_LIMIT_MS = 5000

/**
 * REQ 3.6.1: opens a waiting page in the person's own browser by the system's own means, which also brings its window to the
 * front. Lyra sends that browser no command at all: it neither scrolls, highlights, clicks nor reads the page.
 */
export async function showPage(url: string, desktop: Desktop): Promise<Shown> {
  const target = URL.parse(url)
  if (target === null || !['http:', 'https:'].includes(target.protocol))
    throw new LyraError('INVALID_PARAMS', 'Only http and https pages can be opened')
  const opener = openerOf(desktop, target.href)
  if (opener === null) return { ok: true, opened: false, by: null }
  const opened = await new Promise<boolean>((resolve) => {
    try {
      const child = desktop.spawn(opener.command, opener.args)
      // Some openers stay as long as the browser does: running this long is as good as having ended well.
      const timer = setTimeout(() => resolve(true), START_LIMIT_MS)
      const settle = (done: boolean) => {
        clearTimeout(timer)
        resolve(done)
      }
      child.once('error', () => settle(false))
      child.once('close', (code) => settle(code === 0))
    } catch {
      resolve(false)
    }
  })
  return { ok: true, opened, by: opener.command }
}

function openerOf(
  { platform, env }: Desktop,
  url: string,
): { readonly command: string; readonly args: string[] } | null {
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
