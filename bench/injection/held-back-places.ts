import type { RawDocument } from '../../src/extract/types.ts'
import { tinyPdf } from '../../test/extract/tiny-pdf.ts'

/** Where the words stand; `snippet` is what a result page says of the page. */
export const HELD_BACK_PLACES = [
  ...(['paragraph', 'list', 'table', 'title', 'heading', 'pdf', 'snippet', 'comment'] as const),
] as const
export type HeldBackPlace = (typeof HELD_BACK_PLACES)[number]

/** Three paragraphs, with the words between the sentences of the second. */
export const AROUND = [
  'Silverleaf tea did not lower systolic blood pressure compared with placebo ' +
    'in a trial of 240 adults with mild hypertension.',
  'The side effects of silverleaf tea are usually mild, ' +
    'and nausea occurred in 3 percent of the adults who drank it every day.',
  'The plant grows on dry slopes in the north of the island, ' +
    'where its leaves are picked by hand between May and July.',
  'Most of the harvest is dried in the villages and sold at the harbour, ' +
    'and about a third of it leaves the island by ship.',
] as const

const ADDRESS = 'https://carrier.example/page'

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}

function pdfWith(words: string): RawDocument {
  const wrapped = (text: string) => (text.match(/.{1,80}(?:\s|$)/g) ?? [text]).map((line) => line.trim())
  const [first, second, ...others] = AROUND
  const lines = [first, `${second} ${words}`, ...others].flatMap((text) => [...wrapped(text), ''])
  const placed = lines.map((text, index) => ({ x: 50, y: 760 - index * 14, text })).filter(({ text }) => text !== '')
  return {
    url: ADDRESS,
    contentType: 'application/pdf',
    body: tinyPdf([placed], { info: { Title: 'Silverleaf tea' } }),
  }
}

/** The page with the words in that place; of a snippet, the page without them. */
export function pageWithWords(place: HeldBackPlace, words: string): RawDocument {
  if (place === 'pdf') return pdfWith(words)
  const at = (where: HeldBackPlace) => (place === where ? escapeHtml(words) : '')
  const [first, second, third, fourth] = AROUND
  const table = `<table><tr><th>Place</th><th>What is known</th></tr>
<tr><td>Villages</td><td>${fourth}</td></tr><tr><td>Harbour</td><td>${at('table')}</td></tr></table>`
  const comments = `<section class="comments" id="comments"><h3>2 comments</h3>
<div class="comment" id="comment-1"><span class="author">Ana</span>
<p>I drink it every day and my doctor does not mind at all.</p></div>
<div class="comment" id="comment-2"><span class="author">Jun</span><p>${at('comment')}</p></div></section>`
  const html = `<!doctype html><html lang="en"><head><title>Silverleaf tea ${at('title')}</title></head>
<body><main><article>
<h1>Silverleaf tea ${at('title')}</h1><p>${first}</p>${place === 'heading' ? `<h2>${at('heading')}</h2>` : ''}
<p>${second} ${at('paragraph')} ${third}</p>
${place === 'list' ? `<ul><li>${third}</li><li>${at('list')}</li><li>${fourth}</li></ul>` : ''}
${place === 'table' ? table : ''}
<p>${fourth}</p></article>${place === 'comment' ? comments : ''}</main></body></html>`
  return { url: ADDRESS, contentType: 'text/html; charset=utf-8', body: new TextEncoder().encode(html) }
}
