import { getNetwork, NETWORK_KINDS, NETWORK_RELATIONS, type NetworkAnswer } from '../../api/get-network.ts'
import { pagePath } from '../archived/paths.ts'
import { emptyState } from '../dashboard/elements.ts'
import { type Html, html } from '../dashboard/html.ts'
import { taskPath } from '../dashboard/layout.ts'
import type { Page, PageRequest } from '../dashboard/page.ts'
import { findingPath } from '../dashboard/pages/findings.ts'

/** Nodes that the page itself lists, for a browser without scripts; the island lists all. */
const LISTED = 100

/** The evidence graph: a picture where the browser can draw it, and the same as a list. */
export const graphPage: Page = {
  path: '/tasks/:id/graph',
  tab: 'graph',
  show: async (request) => {
    const { lyra, say, param } = request
    const taskId = param('id')
    const answer = await lyra.call(getNetwork, { task_id: taskId })
    const isEmpty = answer.total_nodes === 0
    const main = html`<h1>${say('graph.title')}</h1>
${isEmpty ? emptyState(say('graph.none'), say('graph.none_next')) : graphView(request, answer)}`
    const task = { id: taskId, query: answer.query }
    const title = say('graph.title')
    return isEmpty
      ? { title, main, task }
      : { title, main, task, styles: ['views.css'], scripts: ['graph.bundle.js'], workers: true }
  },
}

/** The graph for the island, in pages: `?from=` names the first node. */
export const graphData: Page = {
  path: '/tasks/:id/graph.json',
  tab: 'graph',
  show: async ({ lyra, param, query }) => {
    const taskId = param('id')
    const from = Number(query('from') || '0')
    const answer = await lyra.call(getNetwork, { task_id: taskId, from })
    return Response.json(packedNetwork(answer), { headers: { 'cache-control': 'no-store' } })
  },
}

/**
 * Short, since there may be thousands: a node is its kind, id, label and the place of its page in `pages`; an edge is
 * three numbers. The island (src/web/islands/network.ts) reads it.
 */
function packedNetwork({ nodes, edges, next }: NetworkAnswer) {
  const pages = [...new Set(nodes.flatMap(({ page_id: id }) => id ?? []))]
  const placeOf = new Map(pages.map((id, place) => [id, place]))
  return {
    pages,
    nodes: nodes.map((node) => [
      NETWORK_KINDS.indexOf(node.kind),
      node.id,
      node.label,
      node.page_id === null ? -1 : (placeOf.get(node.page_id) ?? -1),
    ]),
    edges: edges.flatMap(({ from, to, relation }) => [from, to, NETWORK_RELATIONS.indexOf(relation)]),
    next,
  }
}

type Node = NetworkAnswer['nodes'][number]

function nodeHref({ id, kind, page_id: pageId }: Pick<Node, 'id' | 'kind' | 'page_id'>, taskId: string): string | null {
  if (kind === 'finding') return findingPath(taskId, id)
  if (pageId === null) return null
  return pagePath(pageId, kind === 'passage' ? { fragment: id, task: taskId } : { task: taskId })
}

function graphView(request: PageRequest, answer: NetworkAnswer): Html {
  const { say, asset } = request
  const source = `${taskPath(answer.task_id, 'graph')}.json`
  return html`<p>${say('graph.lead')}
${say('graph.counts', { nodes: answer.total_nodes, edges: answer.total_edges })}</p>
<div id="graph" data-source="${source}" data-task="${answer.task_id}"
 data-worker="${asset('graph-worker.bundle.js')}" data-words="${wordsOf(request)}">
${controls(request)}
<p class="graph-status"><span id="graph-status" role="status"></span>
<strong id="graph-selection" class="words" aria-live="polite"></strong></p>
<div id="graph-picture" class="graph-picture" role="img" aria-label="${say('graph.picture')}"></div>
<h2>${say('graph.list')}</h2>
<p>${say('graph.list_lead')} <span id="graph-count" aria-live="polite"></span></p>
${list(request, answer)}
<p><button type="button" id="graph-more" hidden>${say('graph.more')}</button></p>
</div>`
}

function controls({ say }: PageRequest): Html {
  const box = (name: string, value: string, key: Html, words: string) =>
    html`<label><input type="checkbox" name="${name}" value="${value}" checked> ${key} ${words}</label>`
  const kinds = NETWORK_KINDS.map((kind) =>
    box('kind', kind, html`<span class="graph-key ${kind}" aria-hidden="true"></span>`, say(`graph.kind_${kind}`)),
  )
  const relations = NETWORK_RELATIONS.map((one) =>
    box(
      'relation',
      one,
      html`<span class="graph-key line ${one}" aria-hidden="true"></span>`,
      say(`graph.relation_${one}`),
    ),
  )
  return html`<form id="graph-controls" class="graph-controls" autocomplete="off">
<label>${say('graph.search')} <input type="search" name="words" maxlength="200"></label>
<fieldset><legend>${say('graph.kinds')}</legend>${kinds}</fieldset>
<fieldset><legend>${say('graph.relations')}</legend>${relations}</fieldset>
<button type="reset">${say('graph.reset')}</button></form>`
}

function list({ say }: PageRequest, { nodes, edges, task_id: taskId }: NetworkAnswer): Html {
  const count = (index: number, relation: string | null) =>
    edges.filter((edge) =>
      relation === null ? edge.from === index || edge.to === index : edge.to === index && edge.relation === relation,
    ).length
  const rows = nodes.slice(0, LISTED).map((node, index) => {
    const href = nodeHref(node, taskId)
    const words = href === null ? node.label : html`<a href="${href}">${node.label}</a>`
    return html`<tr><td>${words}</td><td>${say(`graph.kind_${node.kind}`)}</td><td>${count(index, 'supports')}</td>
<td>${count(index, 'refutes')}</td><td>${count(index, null)}</td></tr>`
  })
  return html`<table class="graph-list"><thead><tr><th scope="col">${say('graph.node')}</th>
<th scope="col">${say('graph.kind')}</th><th scope="col">${say('graph.for')}</th>
<th scope="col">${say('graph.against')}</th>
<th scope="col">${say('graph.connections')}</th></tr></thead><tbody id="graph-rows">${rows}</tbody></table>`
}

/** What the island says by itself. */
function wordsOf({ say }: PageRequest): string {
  return JSON.stringify({
    shown: say('graph.shown'),
    nothing: say('graph.nothing_matches'),
    noWebgl: say('graph.no_webgl'),
    failed: say('graph.failed'),
    layingOut: say('graph.laying_out'),
    open: say('graph.open'),
    kinds: Object.fromEntries(NETWORK_KINDS.map((kind) => [kind, say(`graph.kind_${kind}`)])),
  })
}
