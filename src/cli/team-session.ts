import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLyra } from '../app/create-lyra.ts'
import type { Lyra, OpenLyra } from '../app/lyra.ts'
import { openQueryEmbedder } from '../app/query-embedder.ts'
import { openTerms } from '../app/text-terms.ts'
import { systemClock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { connectHub, type HubConnection } from '../hub/connection.ts'
import { gatePassword, requirePerson, signedInUser } from '../hub/people.ts'
import { openRemote } from '../remote/open-remote.ts'
import type { SharedParts } from '../remote/parts.ts'
import { SCOPES } from '../web/oauth/resource.ts'
import type { TokenBearer, Verified } from '../web/oauth/verify-token.ts'
import type { Seating } from '../web/team-server.ts'
import type { Call } from './command.ts'

export interface TeamSession extends AsyncDisposable {
  readonly shared: SharedParts
}

/** What all users of a process share: the model of the questions, and a home with nothing in it. */
export function openTeamSession(call: Call, settings: Settings, log: Logger): TeamSession {
  const embedder = openQueryEmbedder(settings, log)
  const folder = mkdtempSync(join(tmpdir(), 'lyra-empty-'))
  let empty: Promise<OpenLyra> | null = null
  const homeAt = (home: string, mode: 'cli' | 'stdio') => call.world.openLyra({ ...call.open, home, mode })
  return {
    shared: {
      ...{ settings, clock: systemClock, terms: openTerms, embed: embedder.embed },
      emptyHome: () => {
        empty ??= homeAt(folder, 'stdio')
        return empty
      },
      homeAt: (home) => homeAt(home, 'cli'),
    },
    [Symbol.asyncDispose]: async () => {
      await (await empty?.catch(() => null))?.close()
      await embedder.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The hub of an address as an application. */
export function remoteLyra(
  shared: SharedParts,
  user: { readonly url: string; readonly isOwnMachine: boolean; readonly mayWrite: boolean },
  log: Logger,
): Lyra {
  return createLyra(async () => {
    const hub = await connectHub(user.url)
    return openRemote(shared, { hub, isOwnMachine: user.isOwnMachine, mayWrite: user.mayWrite }, log)
  })
}

export interface GateOptions {
  readonly shared: SharedParts
  /** Address of the hub, as the gate. */
  readonly url: string
  readonly gate: HubConnection
  readonly gateKey: string
  /** Null: no tokens of OAuth are taken. */
  readonly verify: ((token: string) => Promise<Verified>) | null
  readonly log: Logger
}

/** A user of the hub sends `name.token`; a token of OAuth has two dots. */
const HUB_TOKEN = /^([a-z][a-z0-9_]{1,30})\.([A-Za-z0-9_-]{16,200})$/u
/** A hub token that was right is not tried again for so long; one that was revoked finds its connections ended. */
const REMEMBERED_MS = 60_000

const NOT_OURS = { error: 'invalid_token', reason: 'The token is not one of this hub' } as const

/** Whoever comes is a user of the database in the end, and row-level security decides what they see (ADR 0047). */
export function createSeating(options: GateOptions): Seating {
  const { shared, url, log } = options
  const proven = new Map<string, number>()

  const seatOf = (key: string, as: string, mayWrite: boolean) => ({
    key,
    open: () => remoteLyra(shared, { url: as, isOwnMachine: false, mayWrite }, log),
  })

  async function byHubToken(name: string, token: string, bearer: string) {
    const as = urlAs(url, name, token)
    const hash = createHash('sha256').update(bearer).digest('hex')
    if ((proven.get(hash) ?? 0) < shared.clock.now()) {
      proven.delete(hash)
      const hub = await connectHub(as)
      try {
        await requirePerson(hub)
      } finally {
        await hub.close()
      }
      for (const [old, until] of proven) if (until < shared.clock.now()) proven.delete(old)
      proven.set(hash, shared.clock.now() + REMEMBERED_MS)
    }
    return seatOf(`token ${hash}`, as, true)
  }

  async function byOAuth({ issuer, subject, scopes }: TokenBearer) {
    const mayWrite = scopes.includes(SCOPES.write)
    if (!mayWrite && !scopes.includes(SCOPES.read))
      return {
        error: 'insufficient_scope' as const,
        reason: `The token has neither ${SCOPES.read} nor ${SCOPES.write}`,
      }
    const name = await signedInUser(options.gate, { issuer, subject })
    if (name === null) return { error: 'invalid_token' as const, reason: 'Nobody on this hub signs in as that' }
    return seatOf(`oauth ${name} ${mayWrite}`, urlAs(url, name, gatePassword(options.gateKey, name)), mayWrite)
  }

  return async (bearer) => {
    const [, name, token] = HUB_TOKEN.exec(bearer) ?? []
    if (name !== undefined && token !== undefined)
      return byHubToken(name, token, bearer).catch((error: unknown) => {
        // Whether there is such a user is nobody's business.
        if (error instanceof LyraError && error.code === 'HUB_REFUSED') return NOT_OURS
        throw error
      })
    if (options.verify === null) return NOT_OURS
    const verified = await options.verify(bearer)
    return verified.ok ? byOAuth(verified.bearer) : { error: 'invalid_token', reason: verified.reason }
  }
}

function urlAs(url: string, user: string, password: string): string {
  const as = new URL(url)
  as.username = user
  as.password = password
  return as.href
}
