import { type Bridge, connectView } from './app-bridge.ts'
import { element, root } from './app-elements.ts'
import { figuresOf } from './graph-filter.ts'
import { canDraw, drawPicture } from './graph-picture.ts'
import type { Network, NetworkEdge, NetworkNode } from './network.ts'

/** The evidence graph of the task that the tool was called for: a picture, and the same as a list. */
connectView('graph', (bridge) => {
  let taskId = ''
  return {
    input: ({ task_id: given }) => {
      taskId = typeof given === 'string' ? given : ''
    },
    result: (data) => {
      const id = taskId || (typeof data.task_id === 'string' ? data.task_id : '')
      readGraph(bridge, id).then(
        (network) => showGraph(network),
        (error: unknown) => root().replaceChildren(element('p', String(error))),
      )
    },
  }
})

interface GraphPage {
  readonly next: string | null
  readonly claims: readonly {
    readonly id: string
    readonly finding_id: string
    readonly text: string
    readonly evidence: readonly {
      readonly relation: string
      readonly fragment_id: string
      readonly url: string
      readonly rationale: string | null
    }[]
  }[]
  readonly citations: readonly { readonly citing_page_id: string; readonly cited_page_id: string }[]
}

/** Pages of the resource that are read: a view in a conversation is a glance. */
const MOST_PAGES = 20

async function readGraph(bridge: Bridge, taskId: string): Promise<Network> {
  const [nodes, edges, places]: [NetworkNode[], NetworkEdge[], Map<string, number>] = [[], [], new Map()]
  const place = (id: string, kind: string, label: string) => {
    const known = places.get(id)
    if (known !== undefined) return known
    places.set(id, nodes.length)
    return nodes.push({ id, kind, label, href: null }) - 1
  }
  let uri: string | null = `lyra://tasks/${taskId}/graph`
  for (let read = 0; uri !== null && read < MOST_PAGES; read += 1) {
    const page = JSON.parse(await bridge.readResource(uri)) as GraphPage
    for (const claim of page.claims) {
      const finding = place(claim.finding_id, 'finding', claim.text)
      for (const { relation, fragment_id, url, rationale } of claim.evidence) {
        const passage = place(fragment_id, 'passage', rationale ?? url)
        edges.push({ from: passage, to: finding, relation })
        edges.push({ from: passage, to: place(url, 'page', url), relation: 'on' })
      }
    }
    uri = page.next
  }
  return { nodes, edges }
}

const ALL = {
  kinds: new Set(['finding', 'passage', 'page']),
  relations: new Set(['supports', 'refutes', 'on']),
  words: '',
}

function showGraph(network: Network): void {
  const [picture, selected] = [element('div', '', 'picture'), element('p', '', 'words')]
  const figures = figuresOf(network)
  const rows = network.nodes
    .flatMap((node, index) => (node.kind === 'finding' ? [{ node, figure: figures[index] }] : []))
    .map(({ node, figure }) => element('li', `${node.label} (+${figure?.supports ?? 0} −${figure?.refutes ?? 0})`))
  root().replaceChildren(picture, selected, element('ul', rows))
  if (!canDraw()) {
    picture.remove()
    return
  }
  const drawn = drawPicture(picture, network, {
    workerAddress: null,
    onSelect: (index) => {
      selected.textContent = index === null ? '' : (network.nodes[index]?.label ?? '')
      drawn.select(index)
    },
    onLaidOut: () => {},
  })
  drawn.filter(ALL)
}
