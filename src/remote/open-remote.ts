import type { AnswerOf, InputOf, UseCase } from '../api/define-use-case.ts'
import type { TrustNotes } from '../api/lyra-meta.ts'
import type { CallHooks, OpenLyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { HubConnection } from '../hub/connection.ts'
import { requireHubVersion } from '../hub/migrate.ts'
import { noteRead } from '../hub/note-read.ts'
import { REMOTE_USE_CASES } from './answers.ts'
import type { RemoteParts, SharedParts } from './parts.ts'
import { queueNotices } from './queue-notices.ts'
import { taskHomes } from './task-homes.ts'

export interface RemoteUser {
  readonly hub: HubConnection
  readonly isOwnMachine: boolean
  readonly mayWrite: boolean
}

/** The application as MCP and the command line hold it, on a hub instead of a home, for one user. */
export async function openRemote(shared: SharedParts, user: RemoteUser, log: Logger): Promise<OpenLyra> {
  await requireHubVersion(user.hub)
  const { hub } = user
  const homes = taskHomes(hub, shared.homeAt)
  const notices = queueNotices(hub)
  const parts: RemoteParts = { ...shared, ...user, notes: new Map(), homes, notices }
  return {
    home: shared.settings.home,
    handlerOf:
      <U extends UseCase>(useCase: U) =>
      async (input: InputOf<U>, hooks: CallHooks): Promise<AnswerOf<U>> => {
        const entry = REMOTE_USE_CASES.find((one) => one.useCase === useCase)
        if (entry === undefined)
          throw new LyraError('NOT_ON_A_HUB', `${useCase.name} works in a home of one machine, not on a hub`)
        if (!parts.mayWrite && useCase.tool?.readOnlyHint === false)
          throw new LyraError('HUB_REFUSED', `Your token is for reading: ${useCase.name} needs the scope lyra:write`)
        await noteRead(hub, useCase.name, subjectOf(input))
        return (await entry.run(parts, input, hooks)) as AnswerOf<U>
      },
    beginCall: () => () => {},
    meta: (taskId, answer) => notesOf(parts, taskId, answer),
    withhold: async (texts, signal) => (await shared.emptyHome()).withhold(texts, signal),
    audit: ({ pattern, subjectId }) => {
      noteRead(hub, 'answer_cleaned', subjectId, { pattern }).catch((error: unknown) =>
        log.warn('audit_failed', { subject: subjectId, error: String(error) }),
      )
    },
    close: async () => {
      await homes.close()
      await notices.close()
      await hub.close()
    },
  }
}

/** What is read, by its id. */
function subjectOf(input: unknown): string {
  const { task_id, claim_id, fragment_id, edge_id, page_id } = Object(input) as Readonly<Record<string, unknown>>
  const named = [task_id, claim_id, fragment_id, edge_id, page_id].find((id) => typeof id === 'string')
  return typeof named === 'string' ? named : ''
}

/** L5: of an answer only about the domains that it names. */
function notesOf({ notes }: RemoteParts, taskId: string | null, answer?: string): TrustNotes {
  const known = taskId === null ? [...notes.values()] : [notes.get(taskId)].filter((one) => one !== undefined)
  const named = (domain: string) => answer === undefined || answer.includes(domain)
  const distinct = (lists: readonly (readonly string[])[]) => [...new Set(lists.flat())].slice(0, 200)
  return {
    unverified_domains: distinct(known.map((one) => one.unverified_domains)).filter(named),
    blocked_domains: distinct(known.map((one) => one.blocked_domains)).filter(named),
    security_warnings: distinct(known.map((one) => one.security_warnings)).filter((warning) => {
      const [, domain] = / on (\S+?):?(?: |$)/u.exec(warning) ?? []
      return domain === undefined || named(domain) || (taskId !== null && named(taskId))
    }),
  }
}
