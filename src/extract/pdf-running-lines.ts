import type { PdfLine, PdfPage } from './pdf-page.ts'

const PAGE_NUMBER = /^(?:page)?\s*(?:[-–—]\s*)?(\d{1,4})(?:\s*[-–—])?(?:\s*(?:\/|of)\s*\d{1,4})?\s*$/i

/** The pages without their head and foot lines: what comes again on other pages, and page numbers. */
export function withoutRunningLines(pages: readonly PdfPage[]): PdfPage[] {
  const running = runningPatterns(pages)
  const offsets = numberOffsets(pages)
  return pages.map((page) => {
    const [highest, lowest] = outerLines(page)
    const isFurniture = (line: PdfLine) => {
      const margin = inMargin(line, page)
      if (margin && (running.has(linePattern(line.text)) || PAGE_NUMBER.test(line.text))) return true
      return (line === highest || line === lowest) && (offsets.get(offsetOf(line, page) ?? Number.NaN) ?? 0) > 1
    }
    return { ...page, lines: page.lines.filter((line) => !isFurniture(line)) }
  })
}

/** Text with its figures left out; what is the same on two pages is the same line. */
export function linePattern(text: string): string {
  return text.replace(/\d+/g, '#').toLowerCase()
}

/** A row of figures looks like any other row of figures; a running line has words. */
function runningPatterns(pages: readonly PdfPage[]): Set<string> {
  const seen = new Map<string, number>()
  for (const page of pages) {
    const marginal = page.lines.filter((line) => inMargin(line, page)).map((line) => linePattern(line.text))
    for (const text of new Set(marginal)) seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  const least = Math.max(2, Math.min(3, Math.ceil(pages.length * 0.3)))
  return new Set([...seen].filter(([text, times]) => times >= least && /\p{L}{2}/u.test(text)).map(([text]) => text))
}

function inMargin(line: PdfLine, page: PdfPage): boolean {
  return line.y > page.height * 0.9 || line.y < page.height * 0.1
}

/** How far the number alone on a page's first or last line is from the page's own, and how often it is so. */
function numberOffsets(pages: readonly PdfPage[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const page of pages)
    for (const line of outerLines(page)) {
      const offset = line === undefined ? null : offsetOf(line, page)
      if (offset !== null) counts.set(offset, (counts.get(offset) ?? 0) + 1)
    }
  return counts
}

function offsetOf(line: PdfLine, page: PdfPage): number | null {
  const number = PAGE_NUMBER.exec(line.text)?.[1]
  return number === undefined ? null : Number(number) - page.number
}

function outerLines(page: PdfPage): [PdfLine | undefined, PdfLine | undefined] {
  const [first] = page.lines
  if (first === undefined) return [undefined, undefined]
  return page.lines.reduce<[PdfLine, PdfLine]>(
    ([highest, lowest], line) => [line.y > highest.y ? line : highest, line.y < lowest.y ? line : lowest],
    [first, first],
  )
}
