import { drawArchived } from '../../api/draw-archived.ts'
import { type ArchivedPassage, getArchivedPassage } from '../../api/get-archived-passage.ts'
import { readArchived } from '../../api/read-archived.ts'
import { type Html, html, NOTHING, path } from '../dashboard/html.ts'
import type { Page, PageRequest, PageView } from '../dashboard/page.ts'
import type { WordKey } from '../dashboard/words/say.ts'
import { frameDocument, wantedOf } from './frame-document.ts'
import { cutByMarks, findMarks } from './marked-text.ts'
import { passageAside } from './passage-aside.ts'
import { ARCHIVED_PATH } from './paths.ts'

/** `/archive/page/:id?fragment=&edge=&claim=&task=`: without a passage the first one that was judged is marked. */
export const archivedPage: Page = {
  path: `${ARCHIVED_PATH}/:id`,
  tab: 'sources',
  show: async (request) => {
    const { lyra, param, query } = request
    const named = (field: string, value: string) => (value === '' ? {} : { [field]: value })
    const answer = await lyra.call(getArchivedPassage, {
      page_id: param('id'),
      ...named('fragment_id', query('fragment')),
      ...named('edge_id', query('edge')),
      ...named('claim_id', query('claim')),
      ...named('task_id', query('task')),
    })
    return showArchived(request, answer)
  },
}

async function showArchived(request: PageRequest, answer: ArchivedPassage): Promise<PageView> {
  const { say, query } = request
  const { shown, frames } = await viewOf(request, answer)
  const { page } = answer
  const main = html`<h1 class="archived-title">${page.title ?? page.url}</h1>
${page.is_retracted ? html`<p class="notice against">${say('archived.retracted')}</p>` : NOTHING}
${viewTabs(request, answer)}
<div class="archived">
<section class="archived-view" aria-label="${say('archived.title')}">${shown}</section>
<aside class="archived-aside">${passageAside(request, answer)}</aside>
</div>`
  const task = answer.query === null ? {} : { task: { id: query('task'), query: answer.query } }
  return { title: page.title ?? page.domain, main, styles: ['views.css'], frames, ...task }
}

interface View {
  readonly shown: Html
  readonly frames: readonly string[]
}

async function viewOf(request: PageRequest, answer: ArchivedPassage): Promise<View> {
  const { say } = request
  const view = request.query('view')
  if (view === 'screenshot' && answer.has_screenshot) return screenshotView(request, answer)
  if (view === 'text') return { shown: extracted(answer, null), frames: [] }
  if (answer.page.route === 'api') return { shown: extracted(answer, say('archived.api')), frames: [] }
  if (answer.record_problem !== null) {
    const why = answer.record_problem === 'not_archived' ? 'archived.not_archived' : NOT_SHOWN.not_in_archive
    return { shown: extracted(answer, say(why)), frames: [] }
  }
  if (answer.kind === 'pdf') return pdfView(request, answer)
  if (answer.kind === 'html' || answer.kind === 'text') return framed(request, answer)
  return { shown: extracted(answer, say('archived.other')), frames: [] }
}

const NOT_SHOWN = {
  too_large: 'archived.not_shown_too_large',
  unreadable: 'archived.not_shown_unreadable',
  not_in_archive: 'archived.not_shown_not_in_archive',
} as const satisfies Record<string, WordKey>

const FOUND = {
  sentence: 'archived.found_sentence',
  passage: 'archived.found_passage',
  nothing: 'archived.found_nothing',
} as const satisfies Record<string, WordKey>

/** The page in a frame of another origin; what could not be marked in it stands below, marked in the extracted text. */
async function framed(request: PageRequest, answer: ArchivedPassage): Promise<View> {
  const { say, lyra, archivedFrame } = request
  const { page, passage } = answer
  const pass = {
    pageId: page.page_id,
    fragmentId: passage?.fragment_id ?? null,
    edgeId: answer.edge_id,
    claimId: request.query('claim') || null,
  }
  const { origin, path: framePath, src } = archivedFrame(pass)
  const document = answer.kind === 'html' ? await frameDocument(lyra, answer, framePath) : null
  if (document?.shown === false) return { shown: extracted(answer, say(NOT_SHOWN[document.why])), frames: [] }
  const found = document?.found ?? 'sentence'
  const note = passage === null ? NOTHING : html`<p class="archived-found ${found}">${say(FOUND[found])}</p>`
  const count = document?.resources.length ?? 0
  return {
    shown: html`${note}${found === 'nothing' && passage !== null ? extracted(answer, null) : NOTHING}
<iframe class="archived-frame" sandbox referrerpolicy="no-referrer"
 title="${say('archived.frame')}" src="${src}"></iframe>
<p class="small">${say('archived.inert')}
${count === 0 ? '' : say('archived.resources', { count })}
${document?.cut === true ? say('archived.cut') : ''}</p>`,
    frames: [origin],
  }
}

/** The extracted text of the passage and what stands around it, the judged words marked. */
function extracted(answer: ArchivedPassage, why: string | null): Html {
  const { passage } = answer
  const reason = why === null ? NOTHING : html`<p class="notice">${why}</p>`
  if (passage === null) {
    const all = answer.passages.map((one) => html`<p>${one.text}</p>`)
    return html`${reason}<div class="extracted words">${all}</div>`
  }
  const wanted = wantedOf(answer)
  const marks = wanted === null ? null : findMarks(passage.text, wanted)
  const pieces = marks === null ? [] : cutByMarks(passage.text, 0, marks)
  const words = pieces.map(({ text, mark }) => (mark === 'sentence' ? html`<mark>${text}</mark>` : html`${text}`))
  return html`${reason}<div class="extracted words">
${passage.heading === null ? NOTHING : html`<h3>${passage.heading}</h3>`}
<p class="around">${passage.before}</p><p id="lyra-judged">${words}</p><p class="around">${passage.after}</p></div>`
}

/** One page of the PDF, drawn here; its words are framed where its text layer has them. */
async function pdfView(request: PageRequest, answer: ArchivedPassage): Promise<View> {
  const { say, lyra, signal, url } = request
  const asked = Number(request.query('page'))
  const drawn = await lyra.call(
    drawArchived,
    {
      page_id: answer.page.page_id,
      ...(answer.passage === null ? {} : { fragment_id: answer.passage.fragment_id }),
      ...(answer.marked === null ? {} : { words: answer.marked }),
      ...(Number.isInteger(asked) && asked >= 1 && asked <= 100_000 ? { number: asked } : {}),
    },
    { signal },
  )
  if (!drawn.drawn) {
    const why = say('archived.pdf_problem', { problem: drawn.problem })
    return { shown: extracted(answer, why), frames: [] }
  }
  const { width, height, number, pages, boxes } = drawn
  const label = say('archived.pdf_page', { number, pages })
  const frames = boxes.map(
    (box) => html`<rect class="judged-box" x="${(box.x * width - 2).toFixed(1)}" y="${(box.y * height - 2).toFixed(1)}"
 width="${(box.width * width + 4).toFixed(1)}" height="${(box.height * height + 4).toFixed(1)}"></rect>`,
  )
  const step = (to: number, word: string) =>
    to < 1 || to > pages
      ? NOTHING
      : html`<a href="${path(url.pathname, { ...Object.fromEntries(url.searchParams), page: to })}">${word}</a>`
  const found = boxes.length > 0
  return {
    shown: html`<p class="archived-found ${found ? 'sentence' : 'nothing'}">
${say(found ? 'archived.pdf_found' : 'archived.pdf_not_found')}</p>
${found ? NOTHING : extracted(answer, null)}
<p class="pdf-steps">${step(number - 1, say('archived.pdf_previous'))} <span>${label}</span>
${step(number + 1, say('archived.pdf_next'))}</p>
<svg class="pdf-page" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<image width="${width}" height="${height}" href="data:image/png;base64,${drawn.png_base64}"></image>${frames}</svg>`,
    frames: [],
  }
}

/** A picture is shown as one whatever its record says it is. */
async function screenshotView({ lyra, say }: PageRequest, answer: ArchivedPassage): Promise<View> {
  const read = await lyra.call(readArchived, { page_id: answer.page.page_id, screenshot: true })
  if (!read.found || read.base64 === null)
    return { shown: extracted(answer, say('archived.not_shown_not_in_archive')), frames: [] }
  const type = read.base64.startsWith('iVBORw0KGgo') ? 'image/png' : 'image/jpeg'
  return {
    shown: html`<img class="screenshot" alt="${say('archived.screenshot')}" src="data:${type};base64,${read.base64}">`,
    frames: [],
  }
}

function viewTabs({ say, url, query }: PageRequest, answer: ArchivedPassage): Html {
  const current = query('view')
  const tab = (view: string, word: WordKey) => {
    const here = current === view ? html` aria-current="page"` : NOTHING
    const href = path(url.pathname, { ...Object.fromEntries(url.searchParams), view })
    return html`<li><a href="${href}"${here}>${say(word)}</a></li>`
  }
  return html`<nav class="tabs" aria-label="${say('archived.title')}"><ul>${tab('', 'archived.as_it_was')}
${answer.has_screenshot ? tab('screenshot', 'archived.screenshot') : NOTHING}${tab('text', 'archived.text')}</ul></nav>`
}
