import { queryGraph } from '../../src/api/query-graph.ts'
import type { Lyra } from '../../src/app/lyra.ts'

/** What the pages call `<claim_id>` and so on, in the home of the demo. */
export type DemoIds = Readonly<Record<'task' | 'claim' | 'edge' | 'page' | 'fragment', string>>

/** A claim that is refuted, the edge that does so, and a page of the demo that several pages quote. */
export async function readDemoIds(lyra: Lyra): Promise<DemoIds> {
  const { rows: edges } = await lyra.call(queryGraph, {
    sql: `SELECT c.task_id AS task, c.id AS claim, e.id AS edge FROM edges e JOIN claims c ON c.id = e.target_id
      WHERE e.relation = 'refutes' AND e.counted ORDER BY e.id LIMIT 1`,
  })
  const { rows: pages } = await lyra.call(queryGraph, {
    sql: `SELECT p.id AS page, f.id AS fragment FROM pages p JOIN fragments f ON f.page_id = p.id
      WHERE p.url = 'https://health-agency.example/advice/silverleaf-tea' ORDER BY f.position LIMIT 1`,
  })
  const found = { ...edges[0], ...pages[0] }
  const id = (name: keyof DemoIds) => {
    const value = found[name]
    if (typeof value !== 'string') throw new Error(`The demo has no ${name} to show the pages with`)
    return value
  }
  return { task: id('task'), claim: id('claim'), edge: id('edge'), page: id('page'), fragment: id('fragment') }
}

/** Ids and sites that stand for the reader's own, put in as a reader would; the rest of a line stays as it is. */
export function withDemoIds(text: string, ids: DemoIds): string {
  const names = Object.entries(ids).flatMap(([name, id]) => {
    const prefix = name === 'fragment' ? 'frag' : name
    return [[`<${name}_id>`, id] as const, [`${prefix}_0123456789abcdef`, id] as const]
  })
  const words = [
    [' library.example', ' medical-library.example'],
    ['/mnt/disk/', './'],
    [' paywall.example', ' cardio-portal.example'],
    ['"Blood pressure did not change."', '"A retracted study of 2017 was not used."'],
  ] as const
  return [...names, ...words].reduce((line, [name, value]) => line.replaceAll(name, value), text)
}
