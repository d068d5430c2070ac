/** Trust levels (TRUST 0.1), lowest first; the position is the order that contradiction rules compare. */
export const TRUST_ORDER = ['BLOCKED', 'UNVERIFIED', 'LOW', 'TRUSTED', 'ACADEMIC', 'GOVERNMENT', 'PRIMARY'] as const

export type TrustLevel = (typeof TRUST_ORDER)[number]

/** What gave a domain its level. */
export const TRUST_SOURCES = ['default', 'allowlist', 'override', 'verification'] as const
export type TrustSource = (typeof TRUST_SOURCES)[number]

/** ACADEMIC and above (TRUST decision 2). */
export const HIGH_TRUST_THRESHOLD = 4

export function trustIndex(level: TrustLevel): number {
  return TRUST_ORDER.indexOf(level)
}

export function isHighTrust(level: TrustLevel): boolean {
  return trustIndex(level) >= HIGH_TRUST_THRESHOLD
}

/** Government, academic, standards and official sources count as primary (REQ 3.1.7.3). */
export function isPrimarySource(level: TrustLevel): boolean {
  return isHighTrust(level)
}

/** TRUSTED and above are never demoted automatically (TRUST 0.2). */
export function canBeDemoted(level: TrustLevel): boolean {
  return level === 'UNVERIFIED' || level === 'LOW'
}
