import type { WaitChannels } from '../human/ask-user.ts'
import { systemDesktop } from '../human/desktop.ts'
import { notifyUser } from '../human/notify.ts'
import { terminalAsk } from '../human/terminal.ts'
import type { Application } from './application.ts'
import type { CallHooks } from './lyra.ts'
import { runningWebServers } from './web-servers.ts'

/** Everywhere a question can reach a person from here. */
export function channelsTo(app: Application, { elicit, signal }: CallHooks): WaitChannels {
  const { human, home, mode, clock, settings, asking } = app
  return {
    elicit,
    terminal: mode === 'cli' && process.stdin.isTTY ? terminalAsk() : undefined,
    pages: runningWebServers(home.root),
    notify: async (message) => {
      if (!settings.human.notify) return false
      const notice = await notifyUser(human, 'decision_required', { message }, await systemDesktop())
      return notice.shown
    },
    signal,
    waiting: clock,
    // A command has no client that could give up waiting.
    sliceMs: mode === 'cli' ? null : settings.human.answer_wait_seconds * 1000,
    asking,
  }
}
