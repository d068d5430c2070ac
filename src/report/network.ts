import type { NetworkAnswer, NetworkKind, NetworkRelation } from '../api/get-network.ts'
import { stableId } from '../domain/ids.ts'
import { identifierKey, identifierSchema } from '../domain/paper.ts'
import type { NetworkPage } from '../store/network.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'

type Node = NetworkAnswer['nodes'][number]
type Edge = NetworkAnswer['edges'][number]

/** Enough to know a node by; its page has the rest. */
const LABEL = 160

type NetworkParts = Pick<Store, 'tasks' | 'network' | 'works' | 'overview'>
type Whole = ReturnType<Network['drawn']>

/** The nodes and edges of a task from `from` on: findings as they rank, then what speaks of them, in a steady order. */
export function taskNetwork(store: NetworkParts, taskId: string, from: number, limit: number): NetworkAnswer {
  const { query } = requireTask(store, taskId)
  const { nodes, edges } = rememberedNetwork(store, taskId)
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

/** The network that was asked for last: a page, its data and the next page of it are asked for one after the other. */
const last = new WeakMap<NetworkParts['network'], { readonly key: string; readonly network: Whole }>()

function rememberedNetwork(store: NetworkParts, taskId: string): Whole {
  const key = `${taskId} ${store.overview.pulse(taskId)}`
  const known = last.get(store.network)
  if (known?.key === key) return known.network
  const network = wholeNetwork(store, taskId)
  last.set(store.network, { key, network })
  return network
}

function wholeNetwork(store: NetworkParts, taskId: string): Whole {
  const network = createNetwork()
  const grouped = new Set<string>()
  for (const { id, text, status, confidence, is_grouped } of store.network.findings(taskId)) {
    if (is_grouped === 1) grouped.add(id)
    network.node('finding', is_grouped === 1 ? id : ofOneClaim(taskId, id), text, { status, confidence })
  }
  const sides = store.network.sides(taskId)
  const citations = store.network.citations(taskId)
  const named = new Set([
    ...sides.map((side) => side.page_id),
    ...citations.flatMap(({ citing, cited }) => [citing, cited]),
  ])
  const pages = new Map(store.network.pages([...named]).map((page) => [page.id, page]))
  for (const { fragment_id, finding_id, page_id, relation, confidence, text } of sides) {
    const page = pages.get(page_id)
    if (page === undefined) continue
    const passage = network.node('passage', fragment_id, text, { page_id })
    const finding = grouped.has(finding_id) ? finding_id : ofOneClaim(taskId, finding_id)
    network.edge(passage, network.node('finding', finding, text), relation, confidence)
    network.edge(passage, pageNode(network, page), 'on', null)
  }
  // Pages that only cite or are cited are shown as well: they are how one source leads to another.
  for (const { citing, cited } of citations) {
    const [from, to] = [pages.get(citing), pages.get(cited)]
    if (from !== undefined && to !== undefined)
      network.edge(pageNode(network, from), pageNode(network, to), 'cites', null)
  }
  addNamedDocuments(store, network, pages)
  addNamedThings(store, network, taskId, new Set(sides.map((side) => side.fragment_id)))
  return network.drawn()
}

/** A claim that nobody has grouped yet is a finding of its own, under the id that every answer gives it. */
function ofOneClaim(taskId: string, claimId: string): string {
  return stableId('find', taskId, claimId)
}

function pageNode(network: Network, page: NetworkPage): number {
  return network.node(page.route === 'api' ? 'paper' : 'page', page.id, page.label, { page_id: page.id })
}

/** What pages name by DOI, or the number of a patent or law: the paper where it is known, else a node of its own. */
function addNamedDocuments({ works }: NetworkParts, network: Network, pages: ReadonlyMap<string, NetworkPage>): void {
  const papers = new Map(
    [...pages.values()].flatMap((page) =>
      page.route === 'api' && page.work_id !== null ? [[page.work_id, page]] : [],
    ),
  )
  for (const page of pages.values())
    for (const named of page.identifiers) {
      const known = identifierSchema.safeParse(named).data
      const work = known === undefined ? null : works.byIdentifier(known)
      const paper = work === null ? undefined : papers.get(work.id)
      const target =
        paper === undefined
          ? network.node('entity', identifierKey(named), `${named.type} ${named.value}`)
          : pageNode(network, paper)
      network.edge(pageNode(network, page), target, 'about', null)
    }
}

/** What the passages of the graph name; an identifier among them is a named document or stands by itself. */
function addNamedThings(store: NetworkParts, network: Network, taskId: string, shown: ReadonlySet<string>): void {
  for (const { id, kind, label, fragment_id: fragment } of store.network.named(taskId)) {
    if (!shown.has(fragment)) continue
    const thing = network.node(kind === 'identifier' ? 'entity' : kind, id, label)
    network.edge(network.node('passage', fragment, ''), thing, 'about', null)
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
