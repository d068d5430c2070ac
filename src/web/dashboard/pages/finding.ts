import { explainFinding, type FindingExplanation } from '../../../api/explain-finding.ts'
import { type ClaimAnswer, getClaim } from '../../../api/get-claim.ts'
import { type FindingEntry, type FindingPassage, getFindings } from '../../../api/get-findings.ts'
import { STANCE_RELATIONS } from '../../../domain/claim.ts'
import { LyraError } from '../../../domain/errors.ts'
import { bar, figures, statusBadge, table } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import { taskPath } from '../layout.ts'
import type { Page, PageRequest } from '../page.ts'
import { archivedPath, bothSides } from '../passage.ts'
import { sayReason } from '../reasons.ts'
import { findingPath, standing } from './findings.ts'

/** Columns that hold words; the others hold figures. */
const TEXTS: ReadonlySet<string> = new Set(['source', 'verdict', 'note'])

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
    const [told, claim] = await Promise.all([
      lyra.call(explainFinding, { task_id: taskId, finding_id: findingId }),
      lyra.call(getClaim, { claim_id: finding.claim_id }),
    ])
    const parts = new Map(told.contributions.map((part) => [part.edge_id, part]))
    const weighed = (passage: FindingPassage) => ({
      ...passage,
      counted: parts.get(passage.edge_id ?? '')?.counted ?? passage.counted,
    })
    const sides = { ...finding, for: finding.for.map(weighed), against: finding.against.map(weighed) }
    const inArchive = ({ says_the_same: isClaim, edge_id: edge, ...place }: Contribution) =>
      archivedPath({ ...place, edge_id: isClaim ? null : edge, claim_id: finding.claim_id }, taskId)
    const main = html`<h1 class="words">${finding.text}</h1>
${standing(request, finding)}
${opposing(request, finding, taskId)}
<h2>${say('finding.both_sides')}</h2>
${bothSides({ say, taskId, under: (passage) => correcting(request, passage, taskId) }, sides)}
${why(request, told, inArchive)}
${notes(request, claim)}
${history(request, told.timeline)}
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
${why(request, ofClaim(claim), null)}
${notes(request, claim)}
${history(request, claim.timeline)}`
    return { title: claim.text, main }
  },
}

/** A verdict that is wrong is put right where it is seen. */
function correcting({ say, formToken, url }: PageRequest, passage: FindingPassage, taskId: string): Html {
  if (passage.edge_id === null) return NOTHING
  const buttons = STANCE_RELATIONS.map(
    (relation) =>
      html`<button class="small" name="verdict" value="${relation}">${say.value('review', relation)}</button> `,
  )
  return html`<details class="no-print"><summary class="hint">${say('finding.correct')}</summary>
<form method="post" action="${taskPath(taskId, 'review')}" class="row">${formToken}
<input type="hidden" name="kind" value="pair"><input type="hidden" name="target_id" value="${passage.edge_id}">
<input type="hidden" name="back" value="${url.pathname}">${buttons}</form></details>`
}

function opposing({ say }: PageRequest, { in_dispute_with: others }: FindingEntry, taskId: string): Html {
  if (others.length === 0) return NOTHING
  const items = others.map(
    ({ id, text }) => html`<li><a class="words" href="${findingPath(taskId, id)}">${text}</a></li>`,
  )
  return html`<section class="card dispute"><h2>${say('finding.in_dispute')}</h2><ul>${items}</ul></section>`
}

type Weighed = Pick<FindingExplanation, 'confidence' | 'log_odds' | 'contributions'>
type Contribution = FindingExplanation['contributions'][number]

function ofClaim(claim: ClaimAnswer): Weighed {
  const domains = new Map(claim.reading.passages.map((one) => [one.edge_id, one.domain]))
  const contributions = claim.why.contributions.map((part) => ({
    ...part,
    page_id: '',
    fragment_id: '',
    domain: domains.get(part.edge_id) ?? part.source_group,
    says_the_same: false,
  }))
  return { confidence: claim.confidence, log_odds: claim.why.log_odds, contributions }
}

/** The sum that the confidence is: each passage with its weight, counted or not, and why not. */
function why(
  { say }: PageRequest,
  { confidence, log_odds: odds, contributions }: Weighed,
  href: ((part: Contribution) => string) | null,
): Html {
  const rows = [...contributions]
    .sort((a, b) => Number(b.counted) - Number(a.counted) || b.weight - a.weight)
    .map((part) => {
      const source = href === null ? html`${part.domain}` : html`<a href="${href(part)}">${part.domain}</a>`
      const sign = part.relation === 'supports' ? '+' : '−'
      return html`<tr${part.counted ? NOTHING : html` class="uncounted"`}><td>${source}</td>
<td class="${part.relation === 'supports' ? 'pro' : 'contra'}">${say.value('relation', part.relation)}</td>
<td class="number">${part.counted ? `${sign}${say.number(part.weight, 2)}` : '0'}</td>
<td class="number">${say.number(part.reliability, 2)}</td>
<td class="number">${say.number(part.nli_confidence, 2)}</td>
<td>${part.reason === null ? (part.says_the_same ? say('why.same') : '') : sayReason(say, part.reason)}</td></tr>`
    })
  const heads = ['source', 'verdict', 'weight', 'reliability', 'sureness', 'note'] as const
  const sum = say('why.sum', { odds: say.number(odds, 2), confidence: say.share(confidence) })
  return html`<h2 id="why">${say('why.title')}</h2>
<p class="lead">${say('why.lead')}</p>
${
  rows.length === 0
    ? html`<p>${say('why.none')}</p>`
    : html`${table(
        say('why.title'),
        heads.map((head) => (TEXTS.has(head) ? say(`why.${head}`) : figures(say(`why.${head}`)))),
        rows,
      )}<p>${sum}</p>`
}`
}

function notes({ say }: PageRequest, claim: ClaimAnswer): Html {
  if (claim.notes.length === 0) return NOTHING
  return html`<h2>${say('finding.notes')}</h2><ul>${claim.notes.map(
    (one) => html`<li>${one.note} <span
class="hint">${say.time(one.at)}</span></li>`,
  )}</ul>`
}

function history({ say }: PageRequest, entries: ClaimAnswer['timeline']): Html {
  const items = entries.map(
    (one) =>
      html`<li><span class="when">${one.at === null ? say('time.unknown') : say.date(one.at)}</span>
<span class="badge">${say.value('moment', one.kind)}</span> ${
        one.page_id === null ? html`${one.what}` : html`<a href="/archive/page/${one.page_id}">${one.what}</a>`
      }</li>`,
  )
  return html`<h2 id="timeline">${say('finding.timeline')}</h2><ol class="timeline">${items}</ol>`
}

function members({ say }: PageRequest, finding: FindingEntry): Html {
  if (finding.claim_ids.length < 2) return NOTHING
  const items = finding.claim_ids.map((id) => html`<li><a href="/claims/${id}"><code>${id}</code></a></li>`)
  return html`<details><summary>${say('finding.claims', { count: finding.claim_ids.length })}</summary><ul>
${items}</ul></details>`
}
