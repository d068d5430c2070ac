import type { WindowedDesktop } from './desktop.ts'
import { findWindow, type Window } from './find-window.ts'

interface Raised {
  /** The program that brought the browser's window to the front; null when none could. */
  readonly by: string | null
  /** Programs that were tried or left out before, each with its reason. */
  readonly skipped: readonly string[]
}

/** The browser that shows the page: by where it listens, since a name fits the windows of the searches as well. */
export interface PageWindow {
  /** `http://host:port` of its DevTools. */
  readonly endpoint: string
  /** What the page is called by now; asked only where the browser has several windows. */
  readonly title: () => Promise<string | null>
}

const NO_WINDOW = 'found no window of this browser'

/** REQ 3.6.1: the window comes to the front by the system's own means, never by a script inside the page. */
export async function raiseBrowserWindow(desktop: WindowedDesktop, page: PageWindow): Promise<Raised> {
  const { platform, env } = desktop
  const port = Number(URL.parse(page.endpoint)?.port ?? '') || 80
  if (platform === 'darwin') return byMac(desktop, port)
  const wsl = env.WSL_DISTRO_NAME !== undefined || env.WSL_INTEROP !== undefined
  if (platform === 'win32' || (platform === 'linux' && wsl)) return byWindows(desktop, port)
  if (platform !== 'linux' || (!env.DISPLAY && !env.WAYLAND_DISPLAY)) return { by: null, skipped: ['no desktop'] }
  return onX(desktop, port, page.title)
}

async function onX(desktop: WindowedDesktop, port: number, title: PageWindow['title']): Promise<Raised> {
  const skipped: string[] = []
  const pid = await desktop.listeningProcess(port)
  for (const { command, list, activate } of X_MEANS) {
    const windows = await list(desktop, pid)
    const window = typeof windows === 'string' ? windows : ((await findWindow(windows, pid, title)) ?? NO_WINDOW)
    if (typeof window === 'string') {
      skipped.push(`${command}: ${window}`)
      continue
    }
    if ((await desktop.read(command, activate(window))) !== null) return { by: command, skipped }
    skipped.push(`${command}: could not raise it`)
  }
  return { by: null, skipped }
}

interface XMeans {
  readonly command: 'wmctrl' | 'xdotool'
  readonly list: (desktop: WindowedDesktop, pid: number | null) => Promise<readonly Window[] | string>
  readonly activate: (window: Window) => readonly string[]
}

const LISTED = /^(0x[0-9a-f]{1,16}) {1,8}-?\d{1,10} {1,8}(\d{1,10}) {1,32}\S{1,255} ?(.*)$/

const X_MEANS: readonly XMeans[] = [
  {
    command: 'wmctrl',
    async list(desktop) {
      const text = await desktop.read('wmctrl', ['-l', '-p'])
      if (text === null) return 'not installed, or no window manager answers'
      return text.split('\n').flatMap((line) => {
        const [, id, pid, title = ''] = LISTED.exec(line) ?? []
        return id === undefined ? [] : [{ id, pid: Number(pid), title }]
      })
    },
    activate: ({ id }) => ['-i', '-a', id],
  },
  {
    command: 'xdotool',
    async list(desktop, pid) {
      if (pid === null) return 'the process of this browser cannot be seen'
      const text = await desktop.read('xdotool', ['search', '--onlyvisible', '--pid', String(pid)])
      if (text === null) return 'not installed, or no such window'
      const ids = text.split('\n').filter((id) => /^\d{1,20}$/.test(id))
      return Promise.all(
        ids.map(async (id) => {
          const title = (await desktop.read('xdotool', ['getwindowname', id])) ?? ''
          return { id, pid, title: title.trimEnd() }
        }),
      )
    },
    activate: ({ id }) => ['windowactivate', id],
  },
]

/** Whoever listens at the port is asked of the system, and its process brought to the front. */
async function byMac(desktop: WindowedDesktop, port: number): Promise<Raised> {
  const pid = (await desktop.read('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']))?.split('\n')[0] ?? ''
  if (!/^\d{1,10}$/.test(pid)) return { by: null, skipped: [`lsof: ${NO_WINDOW}`] }
  const act = `tell application "System Events" to set frontmost of (first process whose unix id is ${pid}) to true`
  if ((await desktop.read('osascript', ['-e', act])) !== null) return { by: 'osascript', skipped: [] }
  return { by: null, skipped: [`osascript: ${NO_WINDOW}`] }
}

/** The window of the process that listens at the port: restored when it is minimised, then to the front. */
const windowsScript = (port: number) =>
  [
    `$c = Get-NetTCPConnection -LocalPort ${port} -State Listen -ErrorAction SilentlyContinue | Select-Object -First 1`,
    'if ($null -eq $c) { exit 1 }',
    '$p = Get-Process -Id $c.OwningProcess -ErrorAction SilentlyContinue',
    'if ($null -eq $p -or $p.MainWindowHandle -eq 0) { exit 1 }',
    `Add-Type -Namespace Lyra -Name Window -MemberDefinition '[DllImport("user32.dll")] public static extern ` +
      'bool SetForegroundWindow(IntPtr h); [DllImport("user32.dll")] public static extern bool ' +
      `IsIconic(IntPtr h); [DllImport("user32.dll")] public static extern bool ShowWindowAsync(IntPtr h, int c);'`,
    '$h = $p.MainWindowHandle',
    'if ([Lyra.Window]::IsIconic($h)) { [void][Lyra.Window]::ShowWindowAsync($h, 9) }',
    'if ([Lyra.Window]::SetForegroundWindow($h)) { exit 0 } else { exit 1 }',
  ].join('\n')

async function byWindows(desktop: WindowedDesktop, port: number): Promise<Raised> {
  const encoded = Buffer.from(windowsScript(port), 'utf16le').toString('base64')
  const done = await desktop.read('powershell.exe', ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded])
  if (done !== null) return { by: 'powershell.exe', skipped: [] }
  return { by: null, skipped: [`powershell.exe: ${NO_WINDOW}`] }
}
