import type { ArchivedPassage } from '../../api/get-archived-passage.ts'
import { stanceNoteWords } from '../../domain/stance-note-words.ts'
import { type Html, html, NOTHING } from '../dashboard/html.ts'
import type { PageRequest } from '../dashboard/page.ts'
import { claimPath, pagePath } from './paths.ts'

/** What stands beside an archived page: verdicts, claims, other passages, and where the bytes lie. */
export function passageAside(request: PageRequest, answer: ArchivedPassage): Html {
  const { say } = request
  const { passage } = answer
  const since = passage?.superseded_at ?? null
  const superseded = since === null ? NOTHING : html`${say('archived.superseded', { date: say.date(since) })}`
  const struck = passage?.struck_out === true ? html`<p class="notice">${say('archived.struck_out')}</p>` : NOTHING
  return html`${since === null ? NOTHING : html`<p class="notice">${superseded}</p>`}${struck}
<h2>${say('archived.judged')}</h2>${verdicts(request, answer)}
${taken(request, answer)}
<h2>${say('archived.record')}</h2>${record(request, answer)}
${passages(request, answer)}`
}

function verdicts(
  { say, query }: PageRequest,
  { verdicts: all, edge_id: marked, passage, page }: ArchivedPassage,
): Html {
  if (all.length === 0 || passage === null) return html`<p>${say('archived.not_judged')}</p>`
  const markThis = (edge: string) => {
    const href = pagePath(page.page_id, { fragment: passage.fragment_id, edge, task: query('task') })
    return html`<a href="${href}">${say('archived.mark_this')}</a>`
  }
  const items = all.map((one) => {
    const standing = { status: say.value('status', one.claim_status), share: say.share(one.claim_confidence) }
    const isMarked = one.edge_id === marked
    const notes = one.notes.map((note) => stanceNoteWords(note))
    return html`<li class="verdict ${one.relation}"${isMarked ? html` aria-current="true"` : NOTHING}>
<p><strong class="stance ${one.relation}">${say(`archived.relation_${one.relation}`)}</strong>
${one.confidence === null ? NOTHING : say('archived.confidence', { share: say.share(one.confidence) })}
${one.human_corrected ? html`<em>${say('archived.corrected')}</em>` : NOTHING}
${isMarked ? html`<span class="badge">${say('archived.this_one')}</span>` : markThis(one.edge_id)}</p>
<p class="words"><a href="${claimPath(one.claim_id)}">${one.claim}</a></p>
${one.sentence === null ? NOTHING : html`<p class="small">${say('archived.decided')}: <q>${one.sentence}</q></p>`}
${notes.length === 0 ? NOTHING : html`<p class="small">${say('archived.why')}: ${notes.join('; ')}</p>`}
<p class="small">${say('archived.claim_now', standing)}</p></li>`
  })
  return html`<ul class="verdicts">${items}</ul>`
}

function taken({ say }: PageRequest, { taken: claims }: ArchivedPassage): Html {
  if (claims.length === 0) return NOTHING
  const items = claims.map((one) => html`<li class="words"><a href="${claimPath(one.claim_id)}">${one.claim}</a></li>`)
  return html`<h2>${say('archived.taken')}</h2><ul>${items}</ul>`
}

function record({ say }: PageRequest, { page, record: kept }: ArchivedPassage): Html {
  const row = (term: string, words: Html | string) => html`<dt>${term}</dt><dd>${words}</dd>`
  const address = row(say('archived.url'), html`<span class="address">${page.url}</span>`)
  if (kept === null) return html`<dl class="record">${address}</dl>`
  const holds = kept.digest_holds === null ? 'none' : kept.digest_holds ? 'holds' : 'broken'
  const computed = html`<p class="small">${say('archived.digest_computed')}: <code>${kept.digest_computed}</code></p>`
  const digest = html`<p class="digest ${holds}">${say(`archived.digest_${holds}`)}</p>
<code>${kept.digest_written ?? ''}</code>
${holds === 'broken' ? computed : NOTHING}`
  const place = say('archived.offset_words', { offset: kept.offset, length: kept.length })
  return html`<dl class="record">${address}
${row(say('archived.captured'), html`<time datetime="${kept.captured_at}">${say.time(kept.captured_at)}</time>`)}
${row(say('archived.warc'), html`<code>${kept.warc_file}</code>`)}
${row(say('archived.record_id'), html`<code>${kept.warc_record_id}</code>`)}
${row(say('archived.offset'), place)}
${row(say('archived.digest'), digest)}</dl>`
}

function passages({ say, query }: PageRequest, answer: ArchivedPassage): Html {
  const { passages: all, passages_total: count, passage, page } = answer
  if (all.length === 0) return NOTHING
  const items = all.map((one) => {
    const here = one.fragment_id === passage?.fragment_id ? html` aria-current="true"` : NOTHING
    const badge = one.judged ? html` <span class="badge">${say('archived.passages_judged')}</span>` : NOTHING
    const href = pagePath(page.page_id, { fragment: one.fragment_id, task: query('task') })
    return html`<li><a href="${href}"${here}>${one.text}</a>${badge}</li>`
  })
  const cut =
    count > all.length
      ? html`<p class="small">${say('archived.passages_cut', { shown: all.length, count })}</p>`
      : NOTHING
  return html`<details class="passages"><summary>${say('archived.passages', { count })}</summary>
<ol>${items}</ol>${cut}</details>`
}
