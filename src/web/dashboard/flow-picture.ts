import type { FlowAnswer } from '../../api/get-flow.ts'
import { type Html, html } from './html.ts'
import type { Say } from './words/say.ts'

interface Box {
  readonly label: string
  readonly count: number
  /** What is left out on the way to the next box. */
  readonly out: readonly { readonly label: string; readonly count: number; readonly lines: readonly string[] }[]
}

const WIDTH = 760
const MAIN = { x: 10, width: 300 }
const SIDE = { x: 400, width: 350 }
const LINE = 18
const GAP = 26
const PAD = 12

/** Boxes one below the other, beside each arrow what was left out there; heights follow the lines of text. */
export function flowPicture(say: Say, flow: FlowAnswer): Html {
  const reasons = (group: string, list: FlowAnswer['found_by']) =>
    list.map(({ name, count }) => `${say.value(group, name)} ${say.number(count)}`)
  const boxes: readonly Box[] = [
    {
      label: say('flow.found'),
      count: flow.found,
      out: [{ label: say('flow.repeated'), count: flow.repeated, lines: [] }],
    },
    {
      label: say('flow.screened'),
      count: flow.screened,
      out: [{ label: say('flow.not_tried'), count: flow.not_tried, lines: [] }],
    },
    {
      label: say('flow.tried'),
      count: flow.tried,
      out: [
        { label: say('flow.unread'), count: flow.unread, lines: reasons('outcome', flow.unread_by) },
        { label: say('flow.same_page'), count: flow.same_page, lines: [] },
      ],
    },
    {
      label: say('flow.read'),
      count: flow.read,
      out: [{ label: say('flow.unused'), count: flow.unused, lines: reasons('outcome', flow.unused_by) }],
    },
    { label: say('flow.used'), count: flow.used, out: [] },
  ]
  const placed = place(boxes)
  const bottom = placed.at(-1)?.bottom ?? 0
  const sides = { supporting: flow.used_for, refuting: flow.used_against, findings: flow.findings }
  const sum = say('flow.summary', { found: flow.found, read: flow.read, used: flow.used })
  return html`<figure class="picture"><svg class="flow" viewBox="0 0 ${WIDTH} ${bottom + 4}" role="img"
aria-label="${sum}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path
d="M0 0 8 4 0 8z" class="arrow-head"/></marker></defs>
${placed.map((box) => drawn(say, box))}
</svg><figcaption>${say('flow.sides', sides)}</figcaption></figure>`
}

interface PlacedBox extends Box {
  readonly top: number
  readonly height: number
  readonly bottom: number
  readonly next: number | null
}

const MAIN_HEIGHT = 2 * LINE + 2 * PAD

function place(boxes: readonly Box[]): readonly PlacedBox[] {
  let top = 2
  return boxes.map((box, at) => {
    const sideHeight = box.out.reduce((sum, one) => sum + outHeight(one.lines.length) + 8, 0)
    const step = Math.max(MAIN_HEIGHT + GAP, sideHeight === 0 ? 0 : MAIN_HEIGHT / 2 + sideHeight + GAP / 2)
    const placed = {
      ...box,
      top,
      height: MAIN_HEIGHT,
      bottom: top + MAIN_HEIGHT,
      next: at === boxes.length - 1 ? null : top + step,
    }
    top += step
    return placed
  })
}

const outHeight = (lines: number) => (1 + lines) * LINE + PAD

function drawn(say: Say, box: PlacedBox): Html {
  const middle = MAIN.x + MAIN.width / 2
  let sideTop = box.top + MAIN_HEIGHT / 2
  const outs = box.out.map((one) => {
    const height = outHeight(one.lines.length)
    const top = sideTop
    sideTop += height + 8
    return html`<path class="arrow" d="M${middle} ${top + 14}H${SIDE.x - 2}" marker-end="url(#arrow)"/>
<rect class="box out" x="${SIDE.x}" y="${top}" width="${SIDE.width}" height="${height}" rx="4"/>
<text x="${SIDE.x + 12}" y="${top + 19}">${one.label}: <tspan class="figure">${say.number(one.count)}</tspan></text>
${one.lines.map(
  (line, at) => html`<text class="small" x="${SIDE.x + 24}"
y="${top + 19 + (at + 1) * LINE}">${line}</text>`,
)}`
  })
  const down =
    box.next === null
      ? ''
      : html`<path class="arrow" d="M${middle} ${box.bottom}V${box.next - 2}" marker-end="url(#arrow)"/>`
  return html`${down}${outs}<rect class="box" x="${MAIN.x}" y="${box.top}" width="${MAIN.width}"
height="${box.height}" rx="4"/>
<text class="large" x="${MAIN.x + 14}" y="${box.top + PAD + 17}">${say.number(box.count)}</text>
<text x="${MAIN.x + 14}" y="${box.top + PAD + 17 + LINE}">${box.label}</text>`
}
