/** Every request ends in exactly one of these; nothing comes back as a silent empty list. */
export const OUTCOMES = [
  'ok',
  'not_modified',
  'blocked',
  'captcha',
  'login_wall',
  'rate_limited',
  'robots_denied',
  'refused_private',
  'too_large',
  'empty',
  'timeout',
  'dns',
  'tls',
  'connection',
  /** This machine reached nobody: no route, no look-up of any name, no proxy. Says nothing about the site. */
  'offline',
  'gone',
  'not_found',
  'server_error',
  'unsupported_type',
  'password_protected',
  'broken_document',
  'unreadable_scan',
  'redirect_loop',
  'replay_miss',
  'cooling_down',
  /** Not asked for: the domain lost its trust. */
  'domain_blocked',
  /** Not asked for, or read and set aside: the search leaves such sources out. */
  'excluded',
  'budget_spent',
  'cancelled',
] as const

export type Outcome = (typeof OUTCOMES)[number]

export type ChallengeKind = 'cloudflare' | 'turnstile' | 'hcaptcha' | 'recaptcha' | 'captcha' | 'login' | 'cookie_wall'

export function isSuccess(outcome: Outcome): outcome is 'ok' | 'not_modified' {
  return outcome === 'ok' || outcome === 'not_modified'
}

/** Outcomes only a person can change: they go to the auth queue (REQ 3.6.1). */
export function needsPerson(outcome: Outcome): outcome is 'captcha' | 'login_wall' {
  return outcome === 'captcha' || outcome === 'login_wall'
}

/** Outcomes for which another route may do better (REQ 4.3.5 escalation). */
export function mayRetryByAnotherRoute(outcome: Outcome): boolean {
  return [
    'blocked',
    'captcha',
    'rate_limited',
    'timeout',
    'connection',
    'tls',
    'server_error',
    'dns',
    'empty',
  ].includes(outcome)
}
