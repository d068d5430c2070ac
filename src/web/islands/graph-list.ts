import { type Filter, matches, type NodeFigures, shownNodes } from './graph-filter.ts'
import type { Network } from './network.ts'

/** Rows at a time. */
const FEW = 50

export interface ListParts {
  readonly body: HTMLElement
  readonly count: HTMLElement
  readonly more: HTMLButtonElement
}

export interface ListWords {
  readonly shown: string
  readonly nothing: string
  readonly kinds: Readonly<Record<string, string>>
}

export interface NodeList {
  filter(filter: Filter): void
}

/** The same graph to be read row by row: the most connected first, each a link to its page. */
export function fillList(
  { body, count, more }: ListParts,
  network: Network,
  figures: readonly NodeFigures[],
  words: ListWords,
  onSelect: (index: number) => void,
): NodeList {
  const order = network.nodes.map((_, index) => index)
  order.sort((a, b) => (figures[b]?.connections ?? 0) - (figures[a]?.connections ?? 0) || a - b)
  let rows: readonly number[] = []
  let most = FEW
  const show = () => {
    body.replaceChildren(...rows.slice(0, most).map((index) => row(network, figures, words, index, onSelect)))
    const shown = Math.min(most, rows.length)
    count.textContent =
      rows.length === 0
        ? words.nothing
        : words.shown.replace('{shown}', String(shown)).replace('{count}', String(rows.length))
    more.hidden = shown >= rows.length
  }
  more.addEventListener('click', () => {
    most += FEW
    show()
  })
  return {
    filter(filter) {
      const shown = shownNodes(network, filter)
      rows = order.filter((index) => shown[index] === true && matches(network.nodes[index]?.label ?? '', filter))
      most = FEW
      show()
    },
  }
}

function row(
  network: Network,
  figures: readonly NodeFigures[],
  words: ListWords,
  index: number,
  onSelect: (index: number) => void,
): HTMLElement {
  const node = network.nodes[index]
  const figure = figures[index]
  const line = document.createElement('tr')
  const put = (content: string | Node) => {
    const made = document.createElement('td')
    made.append(content)
    line.append(made)
  }
  put(node?.href == null ? (node?.label ?? '') : link(node.href, node.label))
  put(words.kinds[node?.kind ?? ''] ?? node?.kind ?? '')
  put(String(figure?.supports ?? 0))
  put(String(figure?.refutes ?? 0))
  put(String(figure?.connections ?? 0))
  line.addEventListener('focusin', () => onSelect(index))
  return line
}

/** Words of the web go in as text, never as markup. */
export function link(href: string, words: string): HTMLAnchorElement {
  const made = document.createElement('a')
  made.href = href
  made.textContent = words
  return made
}
