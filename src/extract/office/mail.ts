import type { Block } from '../blocks.ts'
import { unmarkedUtf16 } from '../charset-detector.ts'
import { parseDate } from '../dates.ts'
import { heading, lineOf, paragraph, type ReadDocument } from './document-page.ts'
import { wholeHtmlBlocks } from './html-blocks.ts'
import { headerText, splitMail } from './mail-headers.ts'
import { type MailPart, mailParts, partText } from './mail-parts.ts'

/** A file that came with a letter; it is read like any other file. */
export interface Attachment {
  readonly name: string
  readonly contentType: string
  readonly body: Uint8Array
}

export interface ReadMail {
  readonly document: ReadDocument
  readonly attachments: readonly Attachment[]
}

const SHOWN_FIELDS = ['From', 'To', 'Cc', 'Date'] as const

/** A letter (.eml): who wrote to whom and when, what it says, and what came with it. */
export async function readMail(body: Uint8Array): Promise<ReadMail> {
  const raw = bytesAsText(body)
  const { headers } = splitMail(raw)
  const parts = mailParts(raw)
  const subject = headerText(headers.get('subject'))
  const fields = SHOWN_FIELDS.flatMap((name) => {
    const value = headerText(headers.get(name.toLowerCase()))
    return value === '' ? [] : [`- ${name}: ${value}`]
  })
  const blocks: Block[] = [
    ...(subject === '' ? [] : [heading(subject, 1)]),
    { type: 'list', text: fields.join('\n'), level: 0, emitted: true, page: null },
  ]
  const attachments: Attachment[] = []
  for (const part of parts) {
    if (part.name === null) blocks.push(...(await letterBlocks(part)))
    else attachments.push({ name: part.name, contentType: part.type, body: part.body })
  }
  for (const { name, contentType, body: bytes } of attachments)
    blocks.push(paragraph(`Attachment: ${name} (${contentType}, ${bytes.length} bytes)`))
  const sender = headerText(headers.get('from'))
  return {
    document: {
      title: subject === '' ? null : subject,
      authors: sender === '' ? [] : [senderName(sender)],
      publishedAt: sentAt(headers.get('date')),
      blocks,
    },
    attachments,
  }
}

/** One character a byte. Some programs save a letter as UTF-16, which no server would take: it is read as UTF-8. */
function bytesAsText(body: Uint8Array): string {
  const wide = body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : unmarkedUtf16(body)
  const marked = body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : wide
  if (marked === null) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  return Buffer.from(new TextDecoder(marked).decode(body), 'utf8').toString('latin1')
}

async function letterBlocks(part: MailPart): Promise<Block[]> {
  const text = await partText(part)
  if (part.type === 'text/html') return wholeHtmlBlocks(text)
  return plainBlocks(part.parameters.get('format') === 'flowed' ? unflowed(text) : text)
}

/** A line that ends with a space goes on in the next (RFC 3676). */
function unflowed(text: string): string {
  return text.replace(/(?<=[^\n]) \r?\n(?!-- \r?\n|>|\s)/g, ' ')
}

/** Paragraphs by empty lines; what is quoted from an earlier letter is a quotation. */
function plainBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let isQuote = false
  const close = () => {
    const joined = lineOf(lines.join('\n'))
    if (joined !== '') blocks.push({ ...paragraph(joined), type: isQuote ? 'quote' : 'paragraph' })
    lines = []
  }
  for (const line of text.split(/\r?\n/)) {
    const quoted = /^(?:>\s?){1,20}/.exec(line)
    const own = quoted === null ? line : line.slice(quoted[0].length)
    if (own.trim() === '' || (quoted !== null) !== isQuote) close()
    isQuote = quoted !== null
    if (own.trim() !== '') lines.push(own)
  }
  close()
  return blocks
}

function senderName(from: string): string {
  const name = /^"?([^"<]{1,200}?)"?\s{0,5}</.exec(from)?.[1]?.trim()
  return name === undefined || name === '' ? from : name
}

/** "Tue, 03 Mar 2020 10:00:00 +0900": the day as the sender wrote it. */
function sentAt(field: string | undefined): string | null {
  const [, day, month, year] =
    /\b(\d{1,2})\s+([A-Za-z]{3})[a-z]{0,6}\s+(\d{4})\b/.exec((field ?? '').slice(0, 100)) ?? []
  return day === undefined ? null : parseDate(`${day} ${month} ${year}`)
}
