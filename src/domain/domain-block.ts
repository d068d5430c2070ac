import { canBeDemoted, type TrustLevel } from './trust.ts'

/** Why Lyra itself blocked a domain; a person's block is an override (TRUST 4.2). */
export const BLOCK_KINDS = ['danger', 'contradictions'] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** Something that speaks against a domain, and when it was seen. */
export interface Charge {
  readonly id: string
  readonly at: string
}

/** All that is known of a domain and bears on a block. */
export interface DomainRecord {
  readonly trust: TrustLevel
  /** A user wrote its level down, or many people write its pages: nobody but a person blocks it. */
  readonly exempt: boolean
  /** Pages read of it that it made itself. */
  readonly ownPages: number
  /** Those of them that carry orders to an AI, or misled the local one. */
  readonly dangerousPages: readonly Charge[]
  readonly claims: number
  /** One for each of its statements that an undivided trusted side contradicts; the same statement twice is one. */
  readonly contradicted: readonly Charge[]
  /** Pages that these statements stand on: one page is one pen on one day. */
  readonly contradictedPages: number
  /** Statements of its that a trusted source supports. */
  readonly upheld: number
}

export interface BlockGrounds {
  readonly kind: BlockKind
  readonly evidence: readonly string[]
  /** When the evidence grows too old to carry the block. */
  readonly expiresAt: string
}

/** Security writers quote attacks on a page or two; a site made to attack has little else. */
export const LEAST_DANGEROUS_PAGES = 3
export const LEAST_CONTRADICTED = 2
const LEAST_CONTRADICTED_PAGES = 2
const LEAST_SHARE = 0.5
/** Sites change hands and are cleaned: what was seen longer ago says nothing about today. */
export const BLOCK_DAYS = 180

/**
 * LYRA 2.1: whether a domain is to be blocked, from its record alone, so that the same question asked again after a
 * correction, a retraction or a removal lifts what no longer stands. Null: it is not.
 */
export function blockGrounds(record: DomainRecord, now: string): BlockGrounds | null {
  if (record.exempt || !canBeDemoted(record.trust)) return null
  const danger = recent(record.dangerousPages, now)
  if (danger.length >= LEAST_DANGEROUS_PAGES && danger.length >= record.ownPages * LEAST_SHARE)
    return groundsOf('danger', danger, LEAST_DANGEROUS_PAGES)
  const lost = recent(record.contradicted, now)
  const isMuch = lost.length >= LEAST_CONTRADICTED && record.contradictedPages >= LEAST_CONTRADICTED_PAGES
  if (isMuch && record.upheld === 0 && lost.length >= record.claims * LEAST_SHARE)
    return groundsOf('contradictions', lost, LEAST_CONTRADICTED)
  return null
}

function recent(charges: readonly Charge[], now: string): readonly Charge[] {
  return charges.filter(({ at }) => daysLater(at) > now)
}

/** The block ends when fewer than `least` of its charges are recent. */
function groundsOf(kind: BlockKind, charges: readonly Charge[], least: number): BlockGrounds {
  const newestFirst = charges.map(({ at }) => at).sort((a, b) => (a < b ? 1 : -1))
  return {
    kind,
    evidence: charges.map(({ id }) => id).sort(),
    expiresAt: daysLater(newestFirst[least - 1] ?? ''),
  }
}

function daysLater(at: string): string {
  const day = 24 * 60 * 60 * 1000
  return new Date(Date.parse(at) + BLOCK_DAYS * day).toISOString()
}
