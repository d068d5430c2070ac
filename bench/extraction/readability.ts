import { decodeHtml } from '../../src/extract/charset.ts'

/** What the article finder of Firefox makes of a page: the yardstick of the A/B bench, not a step of the pipeline. */
export async function readabilityText(body: Uint8Array): Promise<string> {
  const { parseHTML } = await import('linkedom')
  const { Readability } = await import('@mozilla/readability')
  try {
    const { document } = parseHTML(await decodeHtml(body, null))
    return new Readability(document as never).parse()?.textContent ?? ''
  } catch {
    return ''
  }
}
