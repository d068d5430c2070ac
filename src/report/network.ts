import type { NetworkAnswer, NetworkKind, NetworkRelation } from '../api/get-network.ts'
import type { Page } from '../domain/page.ts'
import { identifierKey, identifierSchema } from '../domain/paper.ts'
import { readFindings } from '../research/findings/read-findings.ts'
import { type GraphParts, loadTaskGraph } from '../research/graph/task-graph.ts'
import { requireTask } from '../store/require-task.ts'

type Node = NetworkAnswer['nodes'][number]
type Edge = NetworkAnswer['edges'][number]

/** Enough to know a node by; its page has the rest. */
const LABEL = 160

/** The nodes and edges of a task from `from` on: findings as they rank, then what speaks of them, in a steady order. */
export function taskNetwork(parts: GraphParts, taskId: string, from: number, limit: number): NetworkAnswer {
  const { query } = requireTask(parts.store, taskId)
  const { nodes, edges } = wholeNetwork(parts, taskId)
  const end = Math.min(nodes.length, from + limit)
  const isHere = (edge: Edge) => {
    const later = Math.max(edge.from, edge.to)
    return later >= from && later < end
  }
  return {
    ok: true,
    task_id: taskId,
    query,
    nodes: nodes.slice(from, end),
    edges: edges.filter(isHere),
    total_nodes: nodes.length,
    total_edges: edges.length,
    next: end < nodes.length ? end : null,
  }
}

function wholeNetwork(parts: GraphParts, taskId: string) {
  const network = createNetwork()
  const findings = readFindings(parts, taskId, loadTaskGraph(parts, taskId))
  for (const { id, shown, verification_status: status, confidence } of findings)
    network.node('finding', id, shown.claim.claim_text, { status, confidence })
  const pages = new Map<string, Page>()
  for (const finding of findings)
    for (const { evidence } of finding.members)
      for (const edge of evidence) {
        if (edge.relation === 'neutral') continue
        pages.set(edge.page.id, edge.page)
        const { id, text_content } = edge.fragment
        const passage = network.node('passage', id, edge.rationale ?? text_content, { page_id: edge.page.id })
        network.edge(passage, network.node('finding', finding.id, ''), edge.relation, edge.nli_confidence)
        network.edge(passage, pageNode(network, edge.page), 'on', null)
      }
  addCitations(parts, taskId, network, pages)
  addNamedDocuments(parts, network, pages)
  return network.drawn()
}

function pageNode(network: Network, page: Page): number {
  const kind = page.route === 'api' ? 'paper' : 'page'
  return network.node(kind, page.id, page.title ?? page.url, { page_id: page.id })
}

/** Pages that only cite or are cited are shown as well: they are how one source leads to another. */
function addCitations({ store }: GraphParts, taskId: string, network: Network, pages: Map<string, Page>): void {
  const looked = new Map(store.pages.ofTask(taskId).map((page) => [page.id, page]))
  for (const { source_id, target_id } of store.edges.citationsAmong([...looked.keys()])) {
    const [citing, cited] = [looked.get(source_id), looked.get(target_id)]
    if (citing === undefined || cited === undefined) continue
    pages.set(citing.id, citing).set(cited.id, cited)
    network.edge(pageNode(network, citing), pageNode(network, cited), 'cites', null)
  }
}

/** What pages name by DOI, number of a patent or of a law: the paper where it is one of these, else a node of its own. */
function addNamedDocuments({ store }: GraphParts, network: Network, pages: ReadonlyMap<string, Page>): void {
  const papers = new Map([...pages.values()].flatMap((page) => (page.route === 'api' ? [[page.work_id, page]] : [])))
  for (const page of pages.values())
    for (const named of page.identifiers ?? []) {
      const known = identifierSchema.safeParse(named).data
      const work = known === undefined ? null : store.works.byIdentifier(known)
      const paper = work === null ? undefined : papers.get(work.id)
      const key = identifierKey(named)
      const target =
        paper === undefined ? network.node('entity', key, `${named.type} ${named.value}`) : pageNode(network, paper)
      network.edge(pageNode(network, page), target, 'about', null)
    }
}

interface Network {
  /** Its place; the first to name a node describes it. */
  node(kind: NetworkKind, id: string, label: string, more?: Partial<Node>): number
  /** The same edge again keeps the surer of the two. */
  edge(from: number, to: number, relation: NetworkRelation, confidence: number | null): void
  drawn(): { readonly nodes: readonly Node[]; readonly edges: readonly Edge[] }
}

function createNetwork(): Network {
  const places = new Map<string, number>()
  const nodes: Node[] = []
  const edges = new Map<string, Edge>()
  return {
    node: (kind, id, label, more = {}) => {
      const known = places.get(id)
      if (known !== undefined) return known
      const cut = label.length <= LABEL ? label : `${label.slice(0, LABEL - 1)}…`
      places.set(id, nodes.length)
      return nodes.push({ id, kind, label: cut, page_id: null, status: null, confidence: null, ...more }) - 1
    },
    edge: (from, to, relation, confidence) => {
      if (from === to) return
      const key = `${from} ${to} ${relation}`
      const known = edges.get(key)
      if (known === undefined || (confidence ?? 0) > (known.confidence ?? 0))
        edges.set(key, { from, to, relation, confidence })
    },
    drawn: () => ({ nodes, edges: [...edges.values()] }),
  }
}
