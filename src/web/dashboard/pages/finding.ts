import { type ClaimAnswer, getClaim } from '../../../api/get-claim.ts'
import { type FindingEntry, type FindingPassage, getFindings } from '../../../api/get-findings.ts'
import { LyraError } from '../../../domain/errors.ts'
import { bar, statusBadge, table } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { Page, PageRequest } from '../page.ts'
import { archivedPath, sideList } from '../passage.ts'
import { sayReason } from '../reasons.ts'
import { findingPath, standing } from './findings.ts'

const EVERY_PASSAGE = 500

/** One finding: every passage on both sides, why its confidence is what it is, and how it came about. */
export const findingPage: Page = {
  path: '/tasks/:id/findings/:finding',
  tab: 'findings',
  show: async (request) => {
    const { lyra, say, param } = request
    const [taskId, findingId] = [param('id'), param('finding')]
    const answer = await lyra.call(getFindings, { task_id: taskId, finding_id: findingId, passages: EVERY_PASSAGE })
    const finding = answer.findings[0]
    if (finding === undefined) throw new LyraError('NOT_FOUND', say('finding.unknown'))
    const claim = await lyra.call(getClaim, { claim_id: finding.claim_id })
    const main = html`<h1 class="words">${finding.text}</h1>
${standing(request, finding)}
${opposing(request, finding, taskId)}
<h2>${say('finding.both_sides')}</h2>
<div class="sides">${sideList(say, 'for', finding.for, finding.for_total, taskId)}${sideList(say, 'against', finding.against, finding.against_total, taskId)}</div>
${why(request, claim, [...finding.for, ...finding.against], taskId)}
${notes(request, claim)}
${history(request, claim)}
${members(request, finding)}`
    return { title: finding.text, main, task: { id: taskId, query: answer.query } }
  },
}

/** A claim by itself, for links from reports and answers. */
export const claimPage: Page = {
  path: '/claims/:claim',
  tab: 'tasks',
  show: async (request) => {
    const { lyra, say, param } = request
    const claim = await lyra.call(getClaim, { claim_id: param('claim') })
    const main = html`<h1 class="words">${claim.text}</h1>
<p class="standing">${statusBadge(say, claim.verification_status)} <span class="hint">${
      claim.status_reason === null ? NOTHING : sayReason(say, claim.status_reason)
    }</span> ${bar(say, claim.confidence, say('finding.confidence'))}</p>
<dl class="facts"><dt>${say('claim.source')}</dt><dd class="address">${claim.source.url}</dd>
<dt>${say('claim.record')}</dt><dd><code>${claim.source.warc_record_id ?? say('claim.no_record')}</code></dd></dl>
${why(request, claim, [], '')}
${notes(request, claim)}
${history(request, claim)}`
    return { title: claim.text, main }
  },
}

function opposing({ say }: PageRequest, { in_dispute_with: others }: FindingEntry, taskId: string): Html {
  if (others.length === 0) return NOTHING
  const items = others.map(
    ({ id, text }) => html`<li><a class="words" href="${findingPath(taskId, id)}">${text}</a></li>`,
  )
  return html`<section class="card dispute"><h2>${say('finding.in_dispute')}</h2><ul>${items}</ul></section>`
}

/** The sum that the confidence is: each passage with its weight, counted or not, and why not. */
function why({ say }: PageRequest, claim: ClaimAnswer, passages: readonly FindingPassage[], taskId: string): Html {
  const byEdge = new Map(passages.flatMap((one) => (one.edge_id === null ? [] : [[one.edge_id, one]])))
  const judged = new Map(claim.judgements.map((one) => [one.edge_id, one]))
  const sentences = new Map(claim.reading.passages.map((one) => [one.edge_id, one]))
  const rows = [...claim.why.contributions]
    .sort((a, b) => Number(b.counted) - Number(a.counted) || b.weight - a.weight)
    .map((part) => {
      const passage = byEdge.get(part.edge_id)
      const domain = sentences.get(part.edge_id)?.domain ?? part.source_group
      const source =
        passage === undefined ? html`${domain}` : html`<a href="${archivedPath(passage, taskId)}">${domain}</a>`
      const judgement = judged.get(part.edge_id)
      return html`<tr${part.counted ? NOTHING : html` class="uncounted"`}><td>${source}</td>
<td class="${part.relation === 'supports' ? 'pro' : 'contra'}">${say.value('relation', part.relation)}</td>
<td class="number">${part.counted ? `${part.relation === 'supports' ? '+' : '−'}${say.number(part.weight, 2)}` : '0'}</td>
<td class="number">${say.number(part.reliability, 2)}</td>
<td class="number">${say.number(part.nli_confidence, 2)}</td>
<td>${part.reason === null ? '' : sayReason(say, part.reason)}${judgement?.human_corrected ? ` ${say('passage.corrected')}` : ''}</td></tr>`
    })
  const heads = ['source', 'verdict', 'weight', 'reliability', 'sureness', 'note'] as const
  const sum = say('why.sum', { odds: say.number(claim.why.log_odds, 2), confidence: say.share(claim.confidence) })
  return html`<h2 id="why">${say('why.title')}</h2>
<p class="lead">${say('why.lead')}</p>
${
  rows.length === 0
    ? html`<p>${say('why.none')}</p>`
    : html`${table(
        say('why.title'),
        heads.map((head) => say(`why.${head}`)),
        rows,
      )}<p>${sum}</p>`
}`
}

function notes({ say }: PageRequest, claim: ClaimAnswer): Html {
  if (claim.notes.length === 0) return NOTHING
  return html`<h2>${say('finding.notes')}</h2><ul>${claim.notes.map((one) => html`<li>${one.note} <span class="hint">${say.time(one.at)}</span></li>`)}</ul>`
}

function history({ say }: PageRequest, claim: ClaimAnswer): Html {
  const items = claim.timeline.map(
    (one) =>
      html`<li><span class="when">${one.at === null ? say('time.unknown') : say.date(one.at)}</span> <span class="badge">${say.value('moment', one.kind)}</span> ${
        one.page_id === null ? html`${one.what}` : html`<a href="/archive/page/${one.page_id}">${one.what}</a>`
      }</li>`,
  )
  return html`<h2 id="timeline">${say('finding.timeline')}</h2><ol class="timeline">${items}</ol>`
}

function members({ say }: PageRequest, finding: FindingEntry): Html {
  if (finding.claim_ids.length < 2) return NOTHING
  const items = finding.claim_ids.map((id) => html`<li><a href="/claims/${id}"><code>${id}</code></a></li>`)
  return html`<details><summary>${say('finding.claims', { count: finding.claim_ids.length })}</summary><ul>${items}</ul></details>`
}
