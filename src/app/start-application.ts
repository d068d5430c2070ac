import { join } from 'node:path'
import type { AnswerOf, InputOf, UseCase } from '../api/define-use-case.ts'
import { openPersonTab } from '../browser/human-page.ts'
import { startPersonBrowser } from '../browser/person-browser.ts'
import { systemClock } from '../domain/clock.ts'
import { createWithhold } from '../guard/l7-withheld-speech.ts'
import { createReadStated } from '../guard/read-stated.ts'
import { createHumanTabs } from '../human/human-tabs.ts'
import { Conductor } from '../research/conductor.ts'
import type { Application, Wired } from './application.ts'
import { startBackfill } from './backfill.ts'
import { createIdleMemory } from './idle-memory.ts'
import type { CallHooks, OpenLyra } from './lyra.ts'
import { startPeriodicPruning } from './periodic-pruning.ts'
import { trustNotes } from './trust-notes.ts'
import { USE_CASES } from './use-cases.ts'

/** Starts what goes on by itself, and answers calls from the list of use cases. */
export function startApplication(wired: Wired): OpenLyra {
  const { research, jobs, citationSteps, settings, mode } = wired
  const { store, ids } = research
  const stop = new AbortController()
  const conductor = new Conductor({ ...research, jobs, citationSteps, waiting: systemClock })
  // A server resumes open jobs; a command that only reads does not.
  if (mode !== 'cli') conductor.resume()
  const tabs = createHumanTabs({
    // The Chrome that was attached is the person's own: what is passed there can be used.
    endpoint: settings.human.cdp_endpoint || settings.browser.cdp_endpoint,
    driven: settings.browser.cdp_endpoint,
    searching: () => store.jobs.open().some((job) => job.lease_owner !== null),
    open: openPersonTab,
    startOwn: () =>
      startPersonBrowser({
        settings: settings.browser,
        profile: join(wired.home.profile, 'person'),
        timeoutMs: 15_000,
      }),
  })
  const live = mode !== 'cli' && settings.replay === ''
  const backlog = startBackfill(research, { byServer: live, signal: stop.signal })
  const stopPruning = live ? startPeriodicPruning(research, settings, wired.home.logs) : () => {}
  const memory = createIdleMemory()
  const asking = new Map<string, AbortController>()
  const app: Application = { ...wired, conductor, tabs, backlog, asking, clock: systemClock, signal: stop.signal }
  return {
    home: wired.home.root,
    handlerOf: handlersOf(app),
    beginCall: () => {
      const end = conductor.beginCall()
      return () => {
        end()
        if (mode !== 'cli') memory.touch()
      }
    },
    meta: (taskId, answer) => trustNotes(research, taskId, answer),
    withhold: createWithhold(wired.models.reader.readSpeech, createReadStated(wired.models.reader)),
    audit: (finding) =>
      store.events.audit({ layer: 'L7', subjectType: 'answer', ...finding, causeId: ids.next('cause') }),
    close: async () => {
      memory.stop()
      tabs.close()
      stopPruning()
      for (const one of asking.values()) one.abort()
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
