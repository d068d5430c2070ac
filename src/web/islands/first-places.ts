import type { Network } from './network.ts'

/** The angle by which seeds of a sunflower follow each other: no two stand behind one another. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5))

/**
 * Where nodes stand before they are laid out, always the same for the same graph: findings on a sunflower, the best in
 * the middle; everything else beside the middle of what it is connected to before it.
 */
export function firstPlaces({ nodes, edges }: Network): Float32Array {
  const places = new Float32Array(nodes.length * 2)
  const [sumX, sumY, count] = [
    new Float64Array(nodes.length),
    new Float64Array(nodes.length),
    new Uint32Array(nodes.length),
  ]
  const earlier: number[][] = nodes.map(() => [])
  for (const { from, to } of edges) earlier[Math.max(from, to)]?.push(Math.min(from, to))
  let findings = 0
  for (const [index, { kind }] of nodes.entries()) {
    const turn = index * GOLDEN
    let [x, y] = [0, 0]
    if (kind === 'finding') {
      const radius = 12 * Math.sqrt(findings)
      findings += 1
      ;[x, y] = [radius * Math.cos(turn), radius * Math.sin(turn)]
    } else {
      for (const before of earlier[index] ?? []) {
        sumX[index] = (sumX[index] ?? 0) + (places[before * 2] ?? 0)
        sumY[index] = (sumY[index] ?? 0) + (places[before * 2 + 1] ?? 0)
        count[index] = (count[index] ?? 0) + 1
      }
      const [known, beside] = [count[index] ?? 0, 4 + (index % 7)]
      const far = known === 0 ? 12 * Math.sqrt(nodes.length) : 0
      x = (known === 0 ? 0 : (sumX[index] ?? 0) / known) + (beside + far) * Math.cos(turn)
      y = (known === 0 ? 0 : (sumY[index] ?? 0) / known) + (beside + far) * Math.sin(turn)
    }
    places[index * 2] = x
    places[index * 2 + 1] = y
  }
  return places
}
