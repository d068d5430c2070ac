import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { visibleLength } from './challenge.ts'
import type { NetResponse } from './types.ts'

/** In bytes: a shell carries its scripts by reference; a larger document has its content in it. */
const LARGEST_SHELL = 400_000
/** Visible characters: a title and "please enable JavaScript". */
const SHELL_TEXT = 200
const ROOT = multilineRegExp('i')`
  id=["']?(?:root|app|__next|__nuxt|main-app|react-root|svelte)\b
  (?<=<(?:div|main|section)[^>]{1,300}id=["']?(?:root|app|__next|__nuxt|main-app|react-root|svelte))
  [^>]{0,300}>\s{0,300}<\/`
const ASKS_FOR_SCRIPTS = /(?:javascript|スクリプト)(?<=<noscript[^>]{0,300}>[^<]{0,400}(?:javascript|スクリプト))/i

/** REQ 3.1.2: a document without text whose scripts would draw it; only these need a browser though they arrived. */
export function isScriptShell(response: NetResponse | undefined): boolean {
  if (response === undefined || response.body.length > LARGEST_SHELL) return false
  if (!/html/i.test(response.headers['content-type'] ?? 'text/html')) return false
  const html = Buffer.from(response.body).toString('latin1')
  if (!/<script\b/i.test(html)) return false
  const text = Buffer.from(response.body).toString('utf8')
  return visibleLength(text, SHELL_TEXT) < SHELL_TEXT && (ROOT.test(text) || ASKS_FOR_SCRIPTS.test(text))
}
