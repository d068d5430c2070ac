import { type Filter, figuresOf } from './graph-filter.ts'
import { fillList, link } from './graph-list.ts'
import { canDraw, drawPicture, type Picture } from './graph-picture.ts'
import { loadNetwork, type Network } from './network.ts'

interface Words {
  readonly shown: string
  readonly nothing: string
  readonly noWebgl: string
  readonly failed: string
  readonly layingOut: string
  readonly open: string
  readonly kinds: Readonly<Record<string, string>>
}

/** The parts of the page, which the server has written (web/graph/graph-page.ts). */
function part<Kind extends HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no ${id}`)
  return found as Kind
}

export function startGraph(root: HTMLElement, network: Network, words: Words): void {
  const [picture, status, selection] = [part('graph-picture'), part('graph-status'), part('graph-selection')]
  const figures = figuresOf(network)
  let drawn: Picture | null = null
  const select = (index: number | null) => {
    const node = index === null ? undefined : network.nodes[index]
    selection.replaceChildren(node === undefined ? '' : node.href === null ? node.label : link(node.href, node.label))
    drawn?.select(index)
  }
  if (canDraw()) {
    status.textContent = words.layingOut
    drawn = drawPicture(picture, network, {
      workerAddress: root.dataset.worker ?? null,
      onSelect: select,
      onLaidOut: () => {
        status.textContent = ''
        performance.mark('lyra-graph-laid-out')
      },
    })
  } else {
    picture.hidden = true
    status.textContent = words.noWebgl
  }
  const list = fillList(
    { body: part('graph-rows'), count: part('graph-count'), more: part('graph-more') },
    network,
    figures,
    words,
    () => {},
  )
  const controls = part<HTMLFormElement>('graph-controls')
  const apply = () => {
    const filter = filterOf(controls)
    drawn?.filter(filter)
    list.filter(filter)
  }
  controls.addEventListener('input', apply)
  controls.addEventListener('reset', () => setTimeout(apply))
  controls.addEventListener('submit', (event) => event.preventDefault())
  apply()
}

function filterOf(controls: HTMLFormElement): Filter {
  const given = new FormData(controls)
  const set = (name: string) => new Set(given.getAll(name).map(String))
  return {
    kinds: set('kind'),
    relations: set('relation'),
    words: String(given.get('words') ?? '')
      .trim()
      .toLowerCase(),
  }
}

const root = document.getElementById('graph')
if (root !== null) {
  const words = JSON.parse(root.dataset.words ?? '{}') as Words
  loadNetwork(root.dataset.source ?? '', root.dataset.task ?? '').then(
    (network) => startGraph(root, network, words),
    (error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error)
      part('graph-status').textContent = words.failed.replace('{problem}', problem)
    },
  )
}
