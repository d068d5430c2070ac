/** The graph as the island holds it; ends of edges are places in the list of nodes. */
export interface NetworkNode {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly href: string | null
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

/** As the server sends it (`packedNetwork` of web/graph/graph-page.ts); places are over all pages. */
export interface PackedNetwork {
  readonly pages: readonly string[]
  readonly nodes: readonly (readonly [kind: number, id: string, label: string, page: number])[]
  readonly edges: readonly number[]
  readonly next: number | null
}

const KINDS = [
  ...['finding', 'passage', 'page', 'paper', 'entity'],
  ...['organisation', 'person', 'place', 'product', 'law'],
]
const RELATIONS = ['supports', 'refutes', 'cites', 'on', 'about']

/** All of it, page after page. */
export async function loadNetwork(address: string, taskId: string): Promise<Network> {
  const [nodes, edges]: [NetworkNode[], NetworkEdge[]] = [[], []]
  for (let from: number | null = 0; from !== null; ) {
    const answer: Response = await fetch(`${address}?from=${from}`, { headers: { accept: 'application/json' } })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const page = (await answer.json()) as PackedNetwork
    const unpacked = unpackNetwork(page, taskId)
    nodes.push(...unpacked.nodes)
    edges.push(...unpacked.edges)
    from = page.next
  }
  return { nodes, edges }
}

export function unpackNetwork({ pages, nodes, edges }: PackedNetwork, taskId: string): Network {
  const unpacked: NetworkEdge[] = []
  for (let at = 0; at + 2 < edges.length; at += 3)
    unpacked.push({ from: edges[at] ?? 0, to: edges[at + 1] ?? 0, relation: RELATIONS[edges[at + 2] ?? 0] ?? '' })
  return {
    nodes: nodes.map(([kind, id, label, page]) => ({
      id,
      kind: KINDS[kind] ?? '',
      label,
      href: hrefOf(KINDS[kind] ?? '', id, pages[page] ?? null, taskId),
    })),
    edges: unpacked,
  }
}

/** The deep link of a node, as `nodeHref` of the server makes it. */
function hrefOf(kind: string, id: string, page: string | null, taskId: string): string | null {
  const task = encodeURIComponent(taskId)
  if (kind === 'finding') return `/tasks/${task}/findings/${encodeURIComponent(id)}`
  if (page === null) return null
  const passage = kind === 'passage' ? `fragment=${encodeURIComponent(id)}&` : ''
  return `/archive/page/${encodeURIComponent(page)}?${passage}task=${task}`
}
