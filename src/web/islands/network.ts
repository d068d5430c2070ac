/** What `/tasks/:id/graph.json` answers; ends of edges are places in the list of nodes, over all pages. */
export interface NetworkNode {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly href: string | null
  readonly status: string | null
}

export interface NetworkEdge {
  readonly from: number
  readonly to: number
  readonly relation: string
}

export interface Network {
  readonly nodes: readonly NetworkNode[]
  readonly edges: readonly NetworkEdge[]
}

interface NetworkPage extends Network {
  readonly next: number | null
}

/** All of it, page after page. */
export async function loadNetwork(address: string): Promise<Network> {
  const [nodes, edges]: [NetworkNode[], NetworkEdge[]] = [[], []]
  for (let from: number | null = 0; from !== null; ) {
    const answer: Response = await fetch(`${address}?from=${from}`, { headers: { accept: 'application/json' } })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const page = (await answer.json()) as NetworkPage
    nodes.push(...page.nodes)
    edges.push(...page.edges)
    from = page.next
  }
  return { nodes, edges }
}
