import { type CalibrationSource, getCalibration } from '../../../api/get-calibration.ts'
import { emptyState, figures, table } from '../elements.ts'
import { type Html, html, NOTHING } from '../html.ts'
import type { Page } from '../page.ts'
import type { Say } from '../words/say.ts'

export const calibrationPage: Page = {
  path: '/calibration',
  tab: 'calibration',
  show: async ({ lyra, say }) => {
    const { sources } = await lyra.call(getCalibration, {})
    const main = html`<h1>${say('calibration.title')}</h1>
<p class="lead">${say('calibration.lead')}</p>
${
  sources.length === 0
    ? emptyState(say('calibration.none'), say('calibration.none_next'))
    : sources.map((one) => card(say, one))
}`
    return { title: say('calibration.title'), main }
  },
}

function card(say: Say, one: CalibrationSource): Html {
  const score = (value: number | null) => (value === null ? '–' : say.number(value, 3))
  const rows = one.bins
    .filter(({ count }) => count > 0)
    .map(
      (bin) => html`<tr><td>${say.share(bin.lower)}–${say.share(bin.upper)}</td>
<td class="number">${say.number(bin.count)}</td>
<td class="number">${bin.mean_prediction === null ? '–' : say.share(bin.mean_prediction)}</td>
<td class="number">${bin.accuracy === null ? '–' : say.share(bin.accuracy)}</td></tr>`,
    )
  const heads = ['bin', 'count', 'said', 'right'] as const
  const { version, samples } = one
  const facts = { version, samples, brier: score(one.brier_score), ece: score(one.ece) }
  return html`<section class="card"
id="source-${one.source}"><h2>${say.value('calibration_source', one.source)} <code>${one.source}</code></h2>
<p>${say('calibration.facts', facts)}</p>
${one.degraded ? html`<p class="problem">${say('calibration.degraded')}</p>` : NOTHING}
<div class="columns">${diagram(say, one)}<div>${table(
    say('calibration.bins'),
    heads.map((head) => (head === 'bin' ? say('calibration.bin') : figures(say(`calibration.${head}`)))),
    rows,
  )}</div></div>
${versionList(say, one)}</section>`
}

function versionList(say: Say, { versions }: CalibrationSource): Html {
  if (versions.length === 0) return NOTHING
  const items = versions.map(
    (one) => html`<li>${one.version}: ${one.method}, ${one.samples}, ${say.time(one.at)}
${one.is_current ? html` <strong>${say('calibration.current')}</strong>` : NOTHING}</li>`,
  )
  return html`<details><summary>${say('calibration.versions')}</summary><ul>${items}</ul></details>`
}

const SIZE = 260
const EDGE = 42

/** Reliability diagram: on the line a confidence is right as often as it says; larger dots are more samples. */
function diagram(say: Say, { bins, source }: CalibrationSource): Html {
  const at = (share: number) => EDGE + share * SIZE
  const down = (share: number) => EDGE / 2 + SIZE - share * SIZE
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const dots = bins.flatMap((bin) => {
    if (bin.mean_prediction === null || bin.accuracy === null) return []
    const words = say('calibration.dot', {
      said: say.share(bin.mean_prediction),
      right: say.share(bin.accuracy),
      count: bin.count,
    })
    const radius = 3 + 7 * Math.sqrt(bin.count / most)
    return [
      html`<path class="gap" d="M${at(bin.mean_prediction)} ${down(bin.mean_prediction)}V${down(bin.accuracy)}"/>
<circle class="dot" cx="${at(bin.mean_prediction)}" cy="${down(bin.accuracy)}"
r="${radius.toFixed(1)}"><title>${words}</title></circle>`,
    ]
  })
  const ticks = [0, 0.5, 1].map(
    (share) =>
      html`<text class="tiny" text-anchor="middle" x="${at(share)}"
y="${SIZE + EDGE / 2 + 16}">${say.share(share)}</text><text class="tiny" text-anchor="end" x="${EDGE - 5}"
y="${down(share) + 4}">${say.share(share)}</text>`,
  )
  return html`<figure class="picture"><svg class="plot" viewBox="0 0 ${SIZE + EDGE * 1.5} ${SIZE + EDGE * 1.7}"
role="img" aria-label="${say('calibration.picture', { source })}">
<rect class="frame" x="${EDGE}" y="${EDGE / 2}" width="${SIZE}" height="${SIZE}"/><path class="ideal"
d="M${at(0)} ${down(0)}L${at(1)} ${down(1)}"/>${dots}${ticks}
<text class="small" text-anchor="middle" x="${at(0.5)}" y="${SIZE + EDGE / 2 + 34}">${say('calibration.said')}</text>
</svg>
<figcaption>${say('calibration.caption')}</figcaption></figure>`
}
