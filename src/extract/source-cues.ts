import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const byLanguage = z.strictObject({ en: z.array(z.string().min(1)), ja: z.array(z.string().min(1)) })
const cuesSchema = z.strictObject({ source_line: byLanguage, attribution: byLanguage, document_link: byLanguage })

/** config/lexicons/source-cues.yaml, ready to be looked for in a line. */
export interface SourceCues {
  /** "Source:" and its like as all that stands before the link. */
  isSourceLine(before: string): boolean
  /** "According to ..." somewhere in the words. */
  isAttribution(words: string): boolean
  /** The words of a link that leads to a document. */
  isDocument(words: string): boolean
}

export function readSourceCues(file = new URL('../../config/lexicons/source-cues.yaml', import.meta.url)): SourceCues {
  const read = cuesSchema.parse(parse(readFileSync(file, 'utf8')))
  const lines = [...read.source_line.en, ...read.source_line.ja].map(plain)
  const contains = ({ en, ja }: z.infer<typeof byLanguage>) => {
    const words = en.map((one) => ` ${plain(one)} `)
    return (text: string) => {
      const spaced = ` ${plain(text)} `
      return words.some((one) => spaced.includes(one)) || ja.some((one) => spaced.includes(one.toLowerCase()))
    }
  }
  return {
    isSourceLine: (before) => before.length <= LONGEST_LABEL && lines.includes(plain(before)),
    isAttribution: contains(read.attribution),
    isDocument: contains(read.document_link),
  }
}

/** "Originally published by" with a little around it. */
const LONGEST_LABEL = 60

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s:：,.;()[\]【】「」〈〉《》*†—–|/-]+/gu, ' ')
    .trim()
}
