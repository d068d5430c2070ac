import type { FindingEntry, FindingPassage } from '../../api/get-findings.ts'
import { outsideLink, trustBadge } from './elements.ts'
import { type Html, html, NOTHING, path } from './html.ts'
import type { Say } from './words/say.ts'

/** The archived page with the passage marked: which fragment, and the verdict or claim whose words they are. */
export function archivedPath(
  passage: Pick<FindingPassage, 'page_id' | 'fragment_id' | 'edge_id' | 'claim_id'>,
  taskId: string,
): string {
  return path(`/archive/page/${encodeURIComponent(passage.page_id)}`, {
    fragment: passage.fragment_id,
    edge: passage.edge_id,
    claim: passage.claim_id,
    task: taskId,
  })
}

type Sides = Pick<FindingEntry, 'for' | 'against' | 'for_total' | 'against_total'>

interface SideParts {
  readonly say: Say
  readonly taskId: string
  /** What stands under a passage; nothing in a list. */
  readonly under?: (passage: FindingPassage) => Html
}

/** For and against, side by side. */
export function bothSides(parts: SideParts, sides: Sides): Html {
  return html`<div class="sides">${sideList(parts, 'for', sides.for, sides.for_total)}
${sideList(parts, 'against', sides.against, sides.against_total)}</div>`
}

function sideList(parts: SideParts, side: 'for' | 'against', passages: readonly FindingPassage[], total: number): Html {
  const { say } = parts
  const more = total - passages.length
  const list =
    passages.length === 0
      ? html`<p class="hint">${say(side === 'for' ? 'finding.none_for' : 'finding.none_against')}</p>`
      : html`<ul class="passages">${passages.map((one) => passageItem(parts, one))}</ul>`
  return html`<div class="side side-${side}"><h3>${say(side === 'for' ? 'finding.for' : 'finding.against')} <span
class="count">${total}</span></h3>${list}${
    more > 0 ? html`<p class="hint">${say('finding.more', { count: more })}</p>` : NOTHING
  }</div>`
}

function passageItem({ say, taskId, under }: SideParts, passage: FindingPassage): Html {
  const where = [
    passage.year === null ? null : String(passage.year),
    passage.page_number === null ? null : say('passage.page', { page: passage.page_number }),
  ].filter((one) => one !== null)
  return html`<li${passage.counted ? NOTHING : html` class="uncounted"`}>
<blockquote>${passage.sentence}</blockquote>
<p class="from">${trustBadge(say, passage.trust)} <a href="${archivedPath(passage, taskId)}">${passage.domain}</a>${
    where.length === 0 ? NOTHING : html` · ${where.join(' · ')}`
  }${passage.title === null ? NOTHING : html` · <cite>${passage.title}</cite>`}${verdict(say, passage)}</p>
${under?.(passage) ?? NOTHING}</li>`
}

function verdict(say: Say, passage: FindingPassage): Html {
  const notes = [
    passage.edge_id === null ? say('passage.own') : null,
    passage.confidence === null ? null : say('passage.sure', { share: say.share(passage.confidence) }),
    passage.human_corrected ? say('passage.corrected') : null,
    passage.retracted ? say('passage.retracted') : null,
    passage.counted ? null : say('passage.uncounted'),
  ].filter((one) => one !== null)
  return html` <span class="hint">${notes.join(' · ')}</span>`
}

/** The original on the web, told apart from the archived page. */
export function originalLink(say: Say, url: string): Html {
  return html`${outsideLink(url, say('passage.original'))}`
}
