import { seededRandom } from '../../src/domain/random.ts'
import { column, tinyPdf } from '../../test/extract/tiny-pdf.ts'

const WORDS =
  'water lead pipe city study child level house filter report limit test result year group agency sample tap street line value risk the of and in to was with for that'.split(
    ' ',
  )

function sentence(random: { next(): number }, length: number): string {
  const words = Array.from({ length }, () => WORDS[Math.floor(random.next() * WORDS.length)] as string)
  return `${words.join(' ')}.`
}

/** An article in a page of navigation, tables and lists, of about the given length. */
export function hugePage(bytes: number): Uint8Array {
  const random = seededRandom(5)
  let body = ''
  while (body.length < bytes) {
    body += `<section class="part"><h2>${sentence(random, 6)}</h2><ul class="menu">${'<li><a href="/x">Link to somewhere</a></li>'.repeat(6)}</ul>`
    for (let index = 0; index < 4; index += 1) body += `<p class="text">${sentence(random, 60)}</p>`
    body += `<table><tr><th>year</th><th>value</th></tr>${'<tr><td>2020</td><td>4.2</td></tr>'.repeat(5)}</table></section>`
  }
  return new TextEncoder().encode(
    `<!doctype html><html><head><title>Large</title></head><body><main>${body}</main></body></html>`,
  )
}

/** A report of two columns a page. */
export function longPdf(pages: number): Uint8Array {
  const random = seededRandom(6)
  const lines = () => Array.from({ length: 52 }, () => sentence(random, 8).slice(0, 46))
  return tinyPdf(
    Array.from({ length: pages }, (_, index) => [
      { x: 60, y: 740, text: `Section ${index + 1}`, size: 14 },
      ...column(60, 710, lines()),
      ...column(330, 710, lines()),
      { x: 300, y: 30, text: String(index + 1), size: 8 },
    ]),
  )
}
