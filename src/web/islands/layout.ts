import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'

/** A graph as numbers alone, so that a worker can be sent it. */
export interface LayoutTask {
  readonly places: Float32Array
  /** Pairs of places of nodes. */
  readonly edges: Uint32Array
}

export interface Layout {
  /** Some rounds on; the places it has come to. */
  step(rounds: number): Float32Array
}

/** ForceAtlas2 without chance: the same graph always comes to the same picture. */
export function startLayout({ places, edges }: LayoutTask): Layout {
  const graph = new Graph({ type: 'undirected', multi: false, allowSelfLoops: false })
  const size = places.length / 2
  for (let index = 0; index < size; index += 1)
    graph.addNode(String(index), { x: places[index * 2] ?? 0, y: places[index * 2 + 1] ?? 0 })
  for (let at = 0; at + 1 < edges.length; at += 2) graph.mergeEdge(String(edges[at]), String(edges[at + 1]))
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: size > 1000,
    gravity: 1,
    scalingRatio: 8,
    slowDown: 1 + Math.log(size + 1) / 2,
  }
  return {
    step(rounds) {
      forceAtlas2.assign(graph, { iterations: rounds, settings })
      const moved = new Float32Array(size * 2)
      let at = 0
      graph.forEachNode((_node, { x, y }) => {
        moved[at] = x
        moved[at + 1] = y
        at += 2
      })
      return moved
    },
  }
}

/** How long a graph is laid out: the larger it is, the fewer rounds, since each costs more. */
export function roundsFor(nodes: number): number {
  return nodes <= 200 ? 400 : nodes <= 1000 ? 250 : 120
}
