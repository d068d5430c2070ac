import type { Desktop } from './notify.ts'

interface Raised {
  /** The program that brought the browser's window to the front; null when none could. */
  readonly by: string | null
  /** Programs that were tried or left out before, each with its reason. */
  readonly skipped: readonly string[]
}

interface Means {
  readonly command: string
  readonly args: readonly string[]
}

/** A hanging window command is abandoned; the page is open either way. */
const LIMIT_MS = 5000

/** REQ 3.6.1: the window comes to the front by the system's own means, never by a script inside the page. */
export async function raiseBrowserWindow(desktop: Desktop): Promise<Raised> {
  const skipped: string[] = []
  const means = meansOf(desktop)
  if (means.length === 0) skipped.push('no desktop')
  for (const one of means) {
    const failure = await attempt(desktop, one)
    if (failure === null) return { by: one.command, skipped }
    skipped.push(`${one.command}: ${failure}`)
  }
  return { by: null, skipped }
}

function meansOf({ platform, env }: Desktop): readonly Means[] {
  if (platform === 'darwin')
    return ['Google Chrome', 'Chromium'].map((name) => ({
      command: 'osascript',
      args: [
        '-e',
        `if application "${name}" is running then`,
        '-e',
        `tell application "${name}" to activate`,
        '-e',
        'else',
        '-e',
        'error number 1',
        '-e',
        'end if',
      ],
    }))
  const wsl = env.WSL_DISTRO_NAME !== undefined || env.WSL_INTEROP !== undefined
  if (platform === 'win32' || (platform === 'linux' && wsl))
    return [{ command: 'powershell.exe', args: ['-NoProfile', '-NonInteractive', '-EncodedCommand', ENCODED] }]
  if (platform !== 'linux' || (!env.DISPLAY && !env.WAYLAND_DISPLAY)) return []
  return [
    { command: 'wmctrl', args: ['-x', '-a', 'chrom'] },
    { command: 'xdotool', args: ['search', '--onlyvisible', '--class', 'chrom', 'windowactivate'] },
  ]
}

/** The first window of Chrome or Chromium: restored when it is minimised, then to the front. */
const SCRIPT = [
  '$p = Get-Process chrome, chromium -ErrorAction SilentlyContinue | Where-Object { $_.MainWindowHandle -ne ' +
    '0 } | Select-Object -First 1',
  'if ($null -eq $p) { exit 1 }',
  `Add-Type -Namespace Lyra -Name Window -MemberDefinition '[DllImport("user32.dll")] public static extern ` +
    'bool SetForegroundWindow(IntPtr h); [DllImport("user32.dll")] public static extern bool ' +
    `IsIconic(IntPtr h); [DllImport("user32.dll")] public static extern bool ShowWindowAsync(IntPtr h, int c);'`,
  'if ([Lyra.Window]::IsIconic($p.MainWindowHandle)) { [void][Lyra.Window]::ShowWindowAsync($p.MainWindowHandle, 9) }',
  'if ([Lyra.Window]::SetForegroundWindow($p.MainWindowHandle)) { exit 0 } else { exit 1 }',
].join('\n')
const ENCODED = Buffer.from(SCRIPT, 'utf16le').toString('base64')

function attempt(desktop: Desktop, { command, args }: Means): Promise<string | null> {
  return new Promise((resolve) => {
    try {
      const child = desktop.spawn(command, args)
      const timer = setTimeout(() => {
        child.kill()
        resolve('no answer')
      }, LIMIT_MS)
      const settle = (failure: string | null) => {
        clearTimeout(timer)
        resolve(failure)
      }
      child.once('error', () => settle('not installed'))
      child.once('close', (code) => settle(code === 0 ? null : 'found no window of a browser'))
    } catch {
      resolve('not installed')
    }
  })
}
