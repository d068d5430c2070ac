import { LONGEST_PAGE, MOST_FRAGMENTS } from '../domain/text-limits.ts'
import type { OfficeReading } from './office/read-office.ts'
import type { Extract, ExtractedFragment, Extraction } from './types.ts'

/** A letter in a letter in a letter is read; deeper ones are only named. */
const DEEPEST = 3
const MOST_READ = 30

/** The letter with the texts of what came with it, each under its name. What cannot be read stays named. */
export async function withAttachments(
  { extraction, attachments }: OfficeReading,
  depth: number,
  read: (document: Parameters<Extract>[0], depth: number) => Promise<Extraction>,
): Promise<Extraction> {
  if (!extraction.ok || attachments.length === 0) return extraction
  const fragments: ExtractedFragment[] = [...extraction.page.fragments]
  const flags = new Set<string>()
  for (const { name, contentType, body } of attachments.slice(0, depth < DEEPEST ? MOST_READ : 0)) {
    if (body.length === 0) continue
    const attached = await read({ url: name, contentType, body }, depth + 1)
    if (attached.ok) append(fragments, attached.page.fragments, name)
    else flags.add('attachment_not_read')
  }
  if (depth >= DEEPEST || attachments.length > MOST_READ) flags.add('attachment_not_read')
  const qualityFlags = [...extraction.page.qualityFlags, ...flags]
  return { ok: true, page: { ...extraction.page, fragments, qualityFlags } }
}

function append(into: ExtractedFragment[], more: readonly ExtractedFragment[], name: string): void {
  const start = (into.at(-1)?.char_end ?? 0) + 2
  const above = { level: 1, text: `Attachment: ${name}` }
  for (const one of more) {
    if (into.length >= MOST_FRAGMENTS || start + one.char_end > LONGEST_PAGE) return
    const below = one.heading_hierarchy.map(({ level, text }) => ({ level: level + 1, text }))
    into.push({
      ...one,
      heading_context: one.heading_context ?? above.text,
      heading_hierarchy: [above, ...below],
      position: into.length,
      char_start: start + one.char_start,
      char_end: start + one.char_end,
    })
  }
}
