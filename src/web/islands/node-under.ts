import type Sigma from 'sigma'
import type { Place } from './affine.ts'

/**
 * The topmost node that was drawn at a place of the stage. Sigma asks the graphics memory, which answers when all that
 * waits there is drawn: without a graphics card, seconds. Going through the nodes waits for nothing.
 */
export function nodeUnder(sigma: Sigma, { x, y }: Place, drawnRatio: number): string | null {
  const perSize = sigma.scaleSize(1, drawnRatio)
  let [found, highest]: [string | null, number] = [null, Number.NEGATIVE_INFINITY]
  for (const key of sigma.getGraph().nodes()) {
    const node = sigma.getNodeDisplayData(key)
    if (node === undefined || node.hidden || node.zIndex < highest) continue
    const at = sigma.framedGraphToViewport(node)
    if (Math.hypot(at.x - x, at.y - y) <= node.size * perSize) [found, highest] = [key, node.zIndex]
  }
  return found
}
