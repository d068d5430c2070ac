import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultExtract } from '../../test/extract/default-extract.ts'
import { characterErrors, SCANNED } from '../../test/extract/scanned-text.ts'
import { tinyPdf } from '../../test/extract/tiny-pdf.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'test', 'extract', 'scans')
const NAMES = ['english', 'japanese'] as const

export interface ScanRun {
  readonly pages: number
  readonly ms: number
  readonly english: number
  readonly japanese: number
}

/**
 * Scanned pages, English and Japanese in turn, through the product's own path: the time of it and the errors per
 * character.
 */
export async function scanRun(pages: number): Promise<ScanRun> {
  // Of many equal pages the heading would be taken for a running head; two different ones show what is read.
  const { fragments } = await readScan(2)
  const [english, japanese] = NAMES.map((name, index) => {
    const read = fragments.filter((fragment) => fragment.page_number === index + 1)
    return characterErrors(read.map((fragment) => fragment.text_content).join('\n'), SCANNED[name].join('\n'))
  })
  const { ms } = await readScan(pages)
  return { pages, ms, english: english ?? 1, japanese: japanese ?? 1 }
}

async function readScan(pages: number) {
  const pictures = NAMES.map((name) => readFileSync(join(FOLDER, `${name}.png`)))
  const scans = new Map(Array.from({ length: pages }, (_, index) => [index, pictures[index % 2] as Uint8Array]))
  const empty = Array.from({ length: pages }, () => [])
  const body = tinyPdf(empty, { scans })
  const started = performance.now()
  const extraction = await defaultExtract()({ url: 'https://scan.example/', contentType: 'application/pdf', body })
  if (!extraction.ok) throw new Error(`scan: ${extraction.reason}`)
  return { ms: performance.now() - started, fragments: extraction.page.fragments }
}
