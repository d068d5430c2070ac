import { REDACTED } from './l4-output-check.ts'

const NAMES = '(?:authorization|api[-_ ]?key|token|password|passwd|secret)'
const SCHEME = '(?:bearer|basic|digest|token)\\s+'
const VALUE = '[^\\s,;&"\']+'
/** A header, a parameter or a field of JSON with its value; a scheme of authorization before it goes as well. */
const NAMED = `${NAMES}["']?\\s*(?:=\\s*|:(?=\\S)|:\\s*(?=["']))["']?(?:${SCHEME})?${VALUE}`
const HEADER = `(?:authorization\\s*:\\s*(?:${SCHEME})?|${NAMES}\\s*:\\s*${SCHEME})${VALUE}`
/** "The token: a unit of text" is prose: behind a colon and a blank only what is made like a credential is one. */
const TOLD = `${NAMES}\\s*:\\s+(?=[^\\s,;&"']*\\d)[^\\s,;&"']{6,}`
const COOKIE = '\\b(?:set-)?cookie\\b["\']?\\s*[:=]\\s*[^\\n"]+'
const BEARER = '\\bbearer\\s+[\\w.~+/-]{8,}=*'
const OF_A_URL = '(?<=://)[^\\s/@:]+:[^\\s/@]+(?=@)'
/** Keys that are known by their shape. */
const SHAPED = '\\b(?:sk|pk|rk)-[\\w-]{16,}|\\bgh[pousr]_\\w{20,}|\\bAKIA[0-9A-Z]{16}\\b|\\bxox[abprs]-[\\w-]{10,}'

const SECRET = new RegExp([NAMED, HEADER, TOLD, COOKIE, BEARER, OF_A_URL, SHAPED].join('|'), 'gi')
const SECRET_NAME = new RegExp(`^(?:[\\w-]*${NAMES}|(?:set-)?cookie)$`, 'i')

/** Credentials in a text, by the name before them or by their shape (REQ 4.4.1 L8). */
export function redactSecrets(text: string): string {
  return text.replace(SECRET, REDACTED)
}

/** A field whose value is a credential, whatever it looks like. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}
