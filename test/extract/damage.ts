import { BLOG_EN, NEWS_JA, NOTICE_JA } from './pages.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Documents to damage, with their content type. */
export const SEEDS: readonly (readonly [contentType: string, body: Uint8Array])[] = [
  ['text/html', bytes(NEWS_JA)],
  ['text/html; charset=shift_jis', bytes(NOTICE_JA)],
  ['text/html', bytes(BLOG_EN)],
  [
    'application/pdf',
    tinyPdf([
      column(72, 700, ['The limit for lead was lowered.', 'It is now lower.']),
      column(60, 700, ['厚生労働省は令和六年三月五日、新しい治療指針を', '公表した。'], 11, 16),
    ]),
  ],
]

const INSERTED = [
  '<div><table></p><!--<ruby>&#x0;]]>',
  '<script>',
  '<a href="',
  '</body></html>',
  '<td><tr><table>',
  '<svg><title><textarea>',
  '&#xD800;&bogus;&#99999999;',
  'endobj endstream xref trailer',
]

/** Flips, cuts, doubles, drops and inserts bytes; now and then truncates, nests without end, or leaves noise only. */
export function damage(body: Uint8Array, random: { next(): number }): Uint8Array {
  const whole = random.next()
  if (whole < 0.03) return body.slice(0, Math.floor(random.next() * body.length))
  if (whole < 0.04) return Uint8Array.from({ length: 2000 }, () => Math.floor(random.next() * 256))
  if (whole < 0.045) return bytes('<div><span>'.repeat(10_000) + new TextDecoder('latin1').decode(body))
  const out = [...body]
  for (let round = 0; round < 12; round += 1) {
    const kind = Math.floor(random.next() * 4)
    const place = Math.floor(random.next() * out.length)
    if (kind === 0) out[place] = Math.floor(random.next() * 256)
    if (kind === 1) out.splice(place, Math.floor(random.next() * 60))
    if (kind === 2) out.splice(place, 0, ...out.slice(place, place + 40))
    if (kind === 3) out.splice(place, 0, ...bytes(INSERTED[Math.floor(random.next() * INSERTED.length)] as string))
  }
  return new Uint8Array(out)
}
