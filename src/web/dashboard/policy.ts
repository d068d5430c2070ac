import type { PageView } from './page.ts'

type Allowed = Pick<PageView, 'frames' | 'workers'>

/** Everything from this server, nothing inline, nothing from anywhere else. */
export function contentPolicy({ frames = [], workers = false }: Allowed): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    `worker-src ${workers ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * `same-origin`, not `no-referrer`: with the latter a browser sends `Origin: null` with our own forms, which is the
 * origin of a sandboxed stranger.
 */
export function pageHeaders(allowed: Allowed): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentPolicy(allowed),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    'Cache-Control': 'no-store',
  }
}
