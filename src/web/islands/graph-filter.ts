import type { Network } from './network.ts'

/** What the controls above the graph say. */
export interface Filter {
  readonly kinds: ReadonlySet<string>
  readonly relations: ReadonlySet<string>
  /** In lower case; empty: everything. */
  readonly words: string
}

export interface NodeFigures {
  readonly connections: number
  readonly supports: number
  readonly refutes: number
}

/** Connections of every node, those for and against it. */
export function figuresOf({ nodes, edges }: Network): readonly NodeFigures[] {
  const figures = nodes.map(() => ({ connections: 0, supports: 0, refutes: 0 }))
  for (const { from, to, relation } of edges) {
    for (const end of [from, to]) {
      const one = figures[end]
      if (one !== undefined) one.connections += 1
    }
    const about = figures[to]
    if (about !== undefined && relation === 'supports') about.supports += 1
    if (about !== undefined && relation === 'refutes') about.refutes += 1
  }
  return figures
}

/** Which nodes are shown: of a kind that is on, and with a connection that is on, if they have any. */
export function shownNodes({ nodes, edges }: Network, filter: Filter): readonly boolean[] {
  const ofKind = nodes.map((node) => filter.kinds.has(node.kind))
  const [held, has] = [nodes.map(() => false), nodes.map(() => false)]
  for (const { from, to, relation } of edges) {
    has[from] = true
    has[to] = true
    if (!filter.relations.has(relation)) continue
    held[from] = true
    held[to] = true
  }
  return ofKind.map((isOn, index) => isOn && (held[index] === true || has[index] === false))
}

export function matches(label: string, { words }: Filter): boolean {
  return words === '' || label.toLowerCase().includes(words)
}
