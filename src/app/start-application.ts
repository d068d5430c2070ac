import type { AnswerOf, InputOf, UseCase } from '../api/define-use-case.ts'
import { openForPerson } from '../browser/human-page.ts'
import { systemClock } from '../domain/clock.ts'
import { humanTabs } from '../human/human-tabs.ts'
import { Conductor } from '../research/conductor.ts'
import type { Application, Wired } from './application.ts'
import { startBacklog } from './backlog.ts'
import type { CallHooks, OpenLyra } from './lyra.ts'
import { trustNotes } from './trust-notes.ts'
import { USE_CASES } from './use-cases.ts'

/** Starts what goes on by itself, and answers calls from the list of use cases. */
export function startApplication(wired: Wired): OpenLyra {
  const { research, jobs, citationSteps, settings, mode } = wired
  const { store, ids } = research
  const stop = new AbortController()
  const conductor = new Conductor({ ...research, jobs, citationSteps, waiting: systemClock })
  // A server goes on with what was left; a command that only looks does not.
  if (mode !== 'cli') conductor.resume()
  const tabs = humanTabs({
    endpoint: settings.human.cdp_endpoint,
    driven: settings.browser.cdp_endpoint,
    searching: () => store.jobs.open().some((job) => job.lease_owner !== null),
    open: openForPerson,
  })
  const backlog = startBacklog(research, { byServer: mode !== 'cli' && settings.replay === '', signal: stop.signal })
  const app: Application = { ...wired, conductor, tabs, backlog, clock: systemClock, signal: stop.signal }
  return {
    home: wired.home.root,
    handlerOf: handlersOf(app),
    beginCall: () => conductor.attend(),
    meta: (taskId) => trustNotes(research, taskId),
    audit: (finding) =>
      store.events.audit({ layer: 'L7', subjectType: 'answer', ...finding, causeId: ids.next('cause') }),
    close: async () => {
      tabs.close()
      stop.abort()
      await backlog.stopped
      await conductor.close()
      await wired.close()
    },
  }
}

/** The list pairs each contract with a handler of the contract's own types. */
function handlersOf(app: Application): OpenLyra['handlerOf'] {
  return <U extends UseCase>(useCase: U) => {
    const entry = USE_CASES.find((one) => one.useCase === useCase)
    if (entry === undefined) throw new Error(`${useCase.name} is not in the list of use cases`)
    return (input: InputOf<U>, hooks: CallHooks) => entry.run(app, input, hooks) as Promise<AnswerOf<U>>
  }
}
