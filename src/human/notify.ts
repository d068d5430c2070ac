import type { NotifyAnswer, NotifyInput } from '../api/notify-user.ts'
import { isoTime } from '../domain/clock.ts'
import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Desktop } from './desktop.ts'
import type { HumanDeps } from './human-deps.ts'
import { runProcess } from './run-process.ts'

type NotifyEvent = NotifyInput['event']

interface Toast {
  readonly channel: 'notify-send' | 'powershell' | 'osascript'
  readonly command: string
  readonly args: readonly string[]
}

const TITLES: Readonly<Record<NotifyEvent, string>> = {
  info: 'Lyra',
  warning: 'Lyra: warning',
  auth_required: 'Lyra: a page needs you',
  decision_required: 'Lyra: a decision is needed',
}

/** Desktops cut a notice after a few lines. */
const MESSAGE_LIMIT = 500
/** A notification command that hangs must not hold the search that sent the notice. */
const SHOW_LIMIT_MS = 5000

/** Shows a desktop notice where there is a desktop, else writes a log line; says honestly which. Never throws. */
export async function notifyUser(
  deps: HumanDeps,
  event: NotifyEvent,
  payload: NotifyInput['payload'],
  desktop: Desktop,
): Promise<NotifyAnswer> {
  const id = deps.ids.next('n')
  const message = safeText(payload.details === undefined ? payload.message : `${payload.message}\n${payload.details}`)
  const toast = toastFor(desktop, TITLES[event], message, event, payload.timeout_seconds)
  const shown = toast !== null && (await runProcess(desktop, toast, SHOW_LIMIT_MS))
  const channel = shown ? toast.channel : 'log'
  deps.log.info('notice', { id, event, channel, shown, length: message.length })
  try {
    deps.store.people.notifications.insert(
      { id, event, message, shown, channel, created_at: isoTime(deps.clock) },
      deps.ids.next('cause'),
    )
  } catch (error) {
    deps.log.error('notice.not_kept', { id, reason: error instanceof Error ? error.name : 'unknown' })
  }
  return { ok: true, notification_id: id, shown }
}

const SECRET_FIELD = multilineRegExp('giu')`
  \b(set-cookie|cookie|authorization|bearer|token|password|passwd|secret|api[_-]?key
    |session(?:_?id)?)\b\s*[:=]\s*(?:bearer\s+)?[^\n]*`

/** REQ 3.6.3: no tokens, no cookies; of a URL only what says where it is. */
export function safeText(text: string): string {
  return text
    .replace(/https?:\/\/[^\s<>"'）」』】]+/giu, (url) => {
      if (!URL.canParse(url)) return url
      const { protocol, host, pathname } = new URL(url)
      return `${protocol}//${host}${pathname}`
    })
    .replace(SECRET_FIELD, '$1: [removed]')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : ''))
    .slice(0, MESSAGE_LIMIT)
}

function toastFor(
  desktop: Desktop,
  title: string,
  message: string,
  event: NotifyEvent,
  seconds: number | undefined,
): Toast | null {
  if (desktop.platform === 'darwin')
    return {
      channel: 'osascript',
      command: 'osascript',
      // The words travel as arguments, never as script.
      args: [
        '-e',
        'on run argv',
        '-e',
        'display notification (item 2 of argv) with title (item 1 of argv)',
        '-e',
        'end run',
        title,
        message,
      ],
    }
  if (desktop.platform !== 'linux') return null
  if (desktop.env.WSL_DISTRO_NAME !== undefined || desktop.env.WSL_INTEROP !== undefined)
    return {
      channel: 'powershell',
      command: 'powershell.exe',
      args: ['-NoProfile', '-NonInteractive', '-EncodedCommand', powershellToast(title, message)],
    }
  if (!desktop.env.DISPLAY && !desktop.env.WAYLAND_DISPLAY) return null
  return {
    channel: 'notify-send',
    command: 'notify-send',
    args: [
      '--app-name=Lyra',
      `--urgency=${event === 'info' ? 'normal' : 'critical'}`,
      ...(seconds === undefined ? [] : [`--expire-time=${Math.round(seconds * 1000)}`]),
      '--',
      title,
      message.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
    ],
  }
}

/** The words are carried as base64 inside the encoded command, so that no quoting can be broken out of. */
function powershellToast(title: string, message: string): string {
  const words = [title, message].map((text) => Buffer.from(text, 'utf8').toString('base64'))
  const script = [
    `$t = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${words[0]}'))`,
    `$m = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${words[1]}'))`,
    '[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]',
    '$x = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent' +
      '([Windows.UI.Notifications.ToastTemplateType]::ToastText02)',
    "$n = $x.GetElementsByTagName('text')",
    '[void]$n.Item(0).AppendChild($x.CreateTextNode($t))',
    '[void]$n.Item(1).AppendChild($x.CreateTextNode($m))',
    "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('Lyra').Show" +
      '([Windows.UI.Notifications.ToastNotification]::new($x))',
  ].join('\n')
  return Buffer.from(script, 'utf16le').toString('base64')
}
