import { readdirSync, readFileSync } from 'node:fs'
import type { Extract } from '../../src/extract/types.ts'
import { longPdf } from './large.ts'
import { FIXTURES } from './pdf-fixtures/fixtures.ts'

export interface PdfSpeed {
  readonly pages: number
  readonly pagesPerCpuSecond: number
  /** The same for documents of a few pages with fonts of their own. */
  readonly shortPages: number
  readonly shortPagesPerCpuSecond: number
}

/** PDFs are read by a child: its processor time counts, not that of the process that waits. Null where none is told. */
export async function pdfSpeed(extract: Extract): Promise<PdfSpeed | null> {
  const read = async (body: Uint8Array) => {
    const result = await extract({ url: 'https://large.example/', contentType: 'application/pdf', body })
    if (!result.ok) throw new Error(`large input: ${result.reason}`)
    return result.page.fragments.at(-1)?.page_number ?? 0
  }
  const timed = async (bodies: readonly Uint8Array[]) => {
    const before = childSeconds()
    let pages = 0
    for (const body of bodies) pages += await read(body)
    const after = childSeconds()
    return before === null || after === null ? null : { pages, perSecond: pages / (after - before) }
  }
  await read(longPdf(2))
  const long = await timed([longPdf(120)])
  const short = await timed(
    FIXTURES.map(({ name }) => new Uint8Array(readFileSync(new URL(`./pdf-fixtures/${name}.pdf`, import.meta.url)))),
  )
  if (long === null || short === null) return null
  return {
    pages: long.pages,
    pagesPerCpuSecond: long.perSecond,
    shortPages: short.pages,
    shortPagesPerCpuSecond: short.perSecond,
  }
}

/** Processor time of the children that read PDFs, from the tables of the system; they count in hundredths. */
function childSeconds(): number | null {
  try {
    let ticks = 0
    for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
      const stat = statOf(name)
      if (stat === null || stat.parent !== process.pid) continue
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('pdf-child')) ticks += stat.ticks
    }
    return ticks / 100
  } catch {
    return null
  }
}

function statOf(name: string): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }
  } catch {
    // it ended between the listing and the reading
    return null
  }
}
