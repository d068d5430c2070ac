import type { TrustAnswer, TrustChange } from '../../api/site-trust.ts'
import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import type { TrustLevel } from '../../domain/trust.ts'
import { replaceTrustFile, trustFileText } from '../replace-trust-file.ts'
import { withEntry, withoutEntry } from '../trust-entries.ts'
import { applyOverrides, type OverrideParts } from './apply-overrides.ts'

export interface TrustWriter extends OverrideParts {
  /** LYRA_HOME/domains.yaml. */
  readonly file: string
}

/** Who asks for a change, and where. */
export interface Author {
  readonly by: 'person' | 'assistant'
  readonly channel: 'cli' | 'dashboard'
}

export interface WantedTrust {
  readonly domain: string
  readonly trust_level: TrustLevel
  readonly reason?: string | undefined
}

export function trustOf({ trust }: Pick<OverrideParts, 'trust'>, domain: string): TrustAnswer {
  const { level, source } = trust.ofUrl(`https://${domain}/`, domain)
  const entry = trust.overrideOf(domain)
  return {
    ok: true,
    domain,
    trust: level,
    trust_source: source,
    entry: entry === null ? null : { ...entry, added_at: entry.added_at ?? null },
  }
}

/** TRUST 4.2 from a page or a terminal: the same entry as by hand, in force when this returns. */
export function setTrust(parts: TrustWriter, wanted: WantedTrust, author: Author): TrustChange {
  const { domain, trust_level, reason } = wanted
  return change(parts, domain, author, (text, own) => {
    if (own?.trust_level === trust_level && (reason === undefined || own.reason === reason)) return null
    return withEntry(text, { domain, trust_level, reason: reason ?? '', added_at: isoTime(parts.clock).slice(0, 10) })
  })
}

/** What verification finds about the site holds again. */
export function removeTrust(parts: TrustWriter, domain: string, author: Author): TrustChange {
  return change(parts, domain, author, (text) => {
    const left = withoutEntry(text, domain)
    if (left !== null) return left
    throw new LyraError('NOT_FOUND', `LYRA_HOME/domains.yaml has no entry for ${domain}`, {
      hint: `\`lyra trust ${domain}\` tells which entry holds for it`,
    })
  })
}

type Edit = (text: string, own: TrustAnswer['entry']) => string | null

/**
 * The write lock of the database is held over reading, writing and applying, so that of two processes neither loses
 * the other's entry. The file is the user's word: were the transaction to fail after it, the next call applies it.
 */
function change(parts: TrustWriter, domain: string, { by, channel }: Author, edit: Edit): TrustChange {
  return parts.store.write(() => {
    // What was written by hand before is no doing of this author; and a list that is damaged is told here.
    applyOverrides(parts)
    const before = trustOf(parts, domain)
    const own = before.entry?.domain === domain ? before.entry : null
    const text = edit(trustFileText(parts.file), own)
    if (text === null) return { ...before, before: before.trust, changed: false, claims: 0 }
    replaceTrustFile(parts.file, text)
    const after = trustOf(parts, domain)
    const now = after.entry?.domain === domain ? after.entry : null
    const causeId = parts.store.events.append({
      kind: now === null ? 'override_removed' : 'override_set',
      subjectType: 'domain',
      subjectId: domain,
      data: { by, channel, from: own?.trust_level ?? null, to: now?.trust_level ?? null, reason: now?.reason ?? '' },
      causeId: parts.ids.next('cause'),
    })
    const applied = applyOverrides(parts, causeId)
    const claims = applied.reduce((sum, one) => sum + one.claims, 0)
    return { ...trustOf(parts, domain), before: before.trust, changed: true, claims }
  })
}
