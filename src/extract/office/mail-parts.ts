import { charsetOf } from '../charset.ts'
import { type HeaderValue, headerText, headerValue, type MailHeaders, splitMail } from './mail-headers.ts'

export interface MailPart {
  readonly type: string
  readonly parameters: HeaderValue['parameters']
  readonly headers: MailHeaders
  /** The name of an attachment; null for what is shown in the letter itself. */
  readonly name: string | null
  readonly body: Uint8Array
}

/** Deeper parts, and more of them, are no letter. */
const DEEPEST = 12
const MOST_PARTS = 500

/** The leaves of a message in their order; of alternatives the one that is read best. */
export function mailParts(raw: string): readonly MailPart[] {
  const parts: MailPart[] = []
  collect(raw, 0, parts)
  return parts
}

function collect(raw: string, depth: number, into: MailPart[]): void {
  if (into.length >= MOST_PARTS) return
  const { headers, body } = splitMail(raw)
  const { value, parameters } = headerValue(headers.get('content-type'))
  const type = value === '' || !value.includes('/') ? 'text/plain' : value
  const boundary = parameters.get('boundary')
  if (type.startsWith('multipart/') && boundary !== undefined && boundary !== '' && depth < DEEPEST) {
    const inner = splitParts(body, boundary).map((piece) => {
      const found: MailPart[] = []
      collect(piece, depth + 1, found)
      return found
    })
    into.push(...(type === 'multipart/alternative' ? bestOf(inner) : inner.flat()))
    return
  }
  const disposition = headerValue(headers.get('content-disposition'))
  const named = disposition.parameters.get('filename') ?? parameters.get('name')
  const isAttached = disposition.value === 'attachment' || named !== undefined || !/^text\/(?:plain|html)$/.test(type)
  const name = isAttached ? headerText(named) || type : null
  into.push({ type, parameters, headers, name, body: transferDecoded(body, headers) })
}

/** Plain text where it says something, else HTML, else what there is. Attachments of all of them are kept. */
function bestOf(alternatives: readonly (readonly MailPart[])[]): readonly MailPart[] {
  const says = (parts: readonly MailPart[], type: string) =>
    parts.some(
      (part) => part.name === null && part.type === type && /\S/.test(Buffer.from(part.body).toString('latin1')),
    )
  const chosen =
    alternatives.find((parts) => says(parts, 'text/plain')) ?? alternatives.find((parts) => says(parts, 'text/html'))
  const attached = alternatives.flatMap((parts) => (parts === chosen ? [] : parts.filter(({ name }) => name !== null)))
  return [...(chosen ?? []), ...attached]
}

/** By index, not by pattern: a boundary is any text. */
function splitParts(body: string, boundary: string): readonly string[] {
  const mark = `--${boundary}`
  const parts: string[] = []
  let start = -1
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body.charAt(at - 1) !== '\n') continue
    if (start >= 0) parts.push(body.slice(start, at).replace(/\r?\n$/, ''))
    const line = body.indexOf('\n', at)
    const isLast = body.startsWith('--', at + mark.length)
    start = isLast || line < 0 ? -1 : line + 1
    if (isLast || parts.length >= MOST_PARTS) break
  }
  // A message that was cut off still says what it says.
  if (start >= 0) parts.push(body.slice(start))
  return parts
}

function transferDecoded(body: string, headers: MailHeaders): Uint8Array {
  const coding = headerValue(headers.get('content-transfer-encoding')).value
  if (coding === 'base64') return Buffer.from(body.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64')
  if (coding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const joined = body.replace(/[ \t]{1,200}(?=\r?\n)/g, '').replace(/=\r?\n/g, '')
  const decoded = joined.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(decoded, 'latin1')
}

/** The declared charset where the bytes fit it; mails of old programs declare what they do not send. */
export async function partText({ body, parameters, type }: MailPart): Promise<string> {
  const declared = parameters.get('charset')
  const charset = await charsetOf(body, declared === undefined ? type : `${type}; charset=${declared}`)
  return new TextDecoder(charset).decode(body)
}
