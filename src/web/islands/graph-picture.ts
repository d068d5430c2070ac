import Graph from 'graphology'
import Sigma from 'sigma'
import { firstPlaces } from './first-places.ts'
import { type Filter, matches, shownNodes } from './graph-filter.ts'
import type { Network } from './network.ts'
import { MARGIN, moveDrawnLayers, stageIn } from './overscan.ts'
import { runLayout } from './run-layout.ts'

export const KIND_COLOURS: Readonly<Record<string, string>> = {
  finding: '#135a7d',
  passage: '#8a7a5c',
  page: '#5d7a8c',
  paper: '#6b4e9b',
  entity: '#2e8b77',
  organisation: '#b3541e',
  person: '#a13670',
  place: '#4a7c2f',
  product: '#7a6a00',
  law: '#3f4fa3',
}
const RELATION_COLOURS: Readonly<Record<string, string>> = {
  supports: '#1d8a52',
  refutes: '#c23b22',
  cites: '#6b4e9b',
  on: '#b9b4a6',
  about: '#b9b4a6',
}
const FAINT = '#b9b4a644'

export interface Picture {
  filter(filter: Filter): void
  /** Null: nothing is selected. */
  select(index: number | null): void
}

export interface PictureOptions {
  readonly workerAddress: string | null
  readonly onSelect: (index: number | null) => void
  readonly onLaidOut: () => void
}

export function canDraw(): boolean {
  const canvas = document.createElement('canvas')
  return canvas.getContext('webgl2') !== null || canvas.getContext('webgl') !== null
}

/** Draws at once where nodes first stand, then follows the layout. */
export function drawPicture(root: HTMLElement, network: Network, options: PictureOptions): Picture {
  const places = firstPlaces(network)
  const graph = graphOf(network, places)
  const stage = stageIn(root)
  const sigma = new Sigma(graph, stage, {
    stagePadding: MARGIN + 30,
    enableEdgeEvents: false,
    renderEdgeLabels: false,
    labelRenderedSizeThreshold: 7,
    labelDensity: 0.5,
    labelSize: 12,
    labelFont: 'system-ui, sans-serif',
    labelColor: { color: getComputedStyle(root).color },
    minEdgeThickness: 0.9,
    zIndex: true,
    allowInvalidContainer: true,
  })
  moveDrawnLayers(sigma, stage)
  const moved = (next: Float32Array, isLast: boolean) => {
    graph.updateEachNodeAttributes(
      (key, attributes) => {
        const at = Number(key) * 2
        return { ...attributes, x: next[at] ?? 0, y: next[at + 1] ?? 0 }
      },
      { attributes: ['x', 'y'] },
    )
    if (isLast) options.onLaidOut()
  }
  // The first picture comes before the layout, which would take half of a small machine from it.
  sigma.once('afterRender', () => {
    performance.mark('lyra-graph-drawn')
    const edges = new Uint32Array(network.edges.flatMap(({ from, to }) => [from, to]))
    setTimeout(() => runLayout({ places, edges }, options.workerAddress, moved))
  })
  let selected: number | null = null
  let current: Filter | null = null
  const paint = () => current !== null && paintGraph(graph, network, current, selected)
  sigma.on('clickNode', ({ node }) => options.onSelect(Number(node)))
  sigma.on('clickStage', () => options.onSelect(null))
  return {
    filter(filter) {
      current = filter
      paint()
    },
    select(index) {
      selected = index
      paint()
      const place = index === null ? undefined : sigma.getNodeDisplayData(String(index))
      if (place !== undefined) void sigma.getCamera().animate({ x: place.x, y: place.y, ratio: 0.3 }, { duration: 200 })
    },
  }
}

function graphOf({ nodes, edges }: Network, places: Float32Array): Graph {
  const graph = new Graph({ type: 'directed', multi: true })
  const degrees = new Uint32Array(nodes.length)
  for (const { from, to } of edges) {
    degrees[from] = (degrees[from] ?? 0) + 1
    degrees[to] = (degrees[to] ?? 0) + 1
  }
  for (const [index, { kind, label }] of nodes.entries())
    graph.addNode(String(index), {
      x: places[index * 2],
      y: places[index * 2 + 1],
      label: label.length <= 60 ? label : `${label.slice(0, 59)}…`,
      size: (kind === 'finding' ? 4 : 2) + Math.min(8, Math.sqrt(degrees[index] ?? 0)),
      color: KIND_COLOURS[kind] ?? '#888888',
      zIndex: kind === 'finding' ? 1 : 0,
    })
  for (const { from, to, relation } of edges)
    graph.addEdge(String(from), String(to), { relation, size: 1, color: RELATION_COLOURS[relation] ?? '#999999' })
  return graph
}

/** What the controls leave out is hidden; what does not match the words, or is no neighbour, is faint. */
function paintGraph(graph: Graph, network: Network, filter: Filter, selected: number | null): void {
  const shown = shownNodes(network, filter)
  const near = selected === null ? null : new Set([String(selected), ...graph.neighbors(String(selected))])
  const isFaint = (key: string) => {
    const node = network.nodes[Number(key)]
    if (near !== null) return !near.has(key)
    return filter.words !== '' && node !== undefined && !matches(node.label, filter)
  }
  graph.updateEachNodeAttributes(
    (key, attributes) => {
      const node = network.nodes[Number(key)]
      const faint = isFaint(key)
      return {
        ...attributes,
        hidden: shown[Number(key)] !== true,
        color: faint ? FAINT : (KIND_COLOURS[node?.kind ?? ''] ?? '#888888'),
        forceLabel: Number(key) === selected,
        highlighted: Number(key) === selected,
      }
    },
    { attributes: ['hidden', 'color', 'forceLabel', 'highlighted'] },
  )
  graph.updateEachEdgeAttributes(
    (_edge, attributes, source, target) => ({
      ...attributes,
      hidden: !filter.relations.has(String(attributes.relation)),
      color: isFaint(source) || isFaint(target) ? FAINT : RELATION_COLOURS[String(attributes.relation)],
    }),
    { attributes: ['hidden', 'color'] },
  )
}
