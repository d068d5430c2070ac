import type { DomDocument } from './dom.ts'

export type LinkedNode = Readonly<Record<string, unknown>>

/** All JSON-LD objects of a page, nested graphs laid flat. Broken JSON is common and skipped. */
export function linkedData(document: DomDocument): LinkedNode[] {
  const nodes: LinkedNode[] = []
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      collect(JSON.parse((script.textContent ?? '').replace(/^\s*<!--|-->\s*$/g, '')), nodes, 0)
    } catch {}
  }
  return nodes
}

function collect(value: unknown, into: LinkedNode[], depth: number): void {
  if (depth > 6 || into.length > 500) return
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, into, depth + 1)
  } else if (typeof value === 'object' && value !== null) {
    const node = value as LinkedNode
    into.push(node)
    for (const key of ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement'])
      collect(node[key], into, depth + 1)
  }
}

export function typesOf(nodes: readonly LinkedNode[]): Set<string> {
  return new Set(nodes.flatMap((node) => strings(node['@type'])))
}

/** Strings of a field that may be a string, a list, or objects with a name. */
export function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(strings)
  if (typeof value === 'object' && value !== null) return strings((value as LinkedNode).name)
  return []
}
