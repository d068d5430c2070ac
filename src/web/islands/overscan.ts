import type Sigma from 'sigma'
import { type Affine, affineOf, covers, IDENTITY, inverted, type Place } from './affine.ts'
import { nodeUnder } from './node-under.ts'

/** How far the picture is drawn beyond what is seen, in CSS pixels: about as far as a hand drags without a new grip. */
export const MARGIN = 256
const REST_MS = 160
/** Beyond this a picture that was only made larger is too coarse to wait for the hand to rest. */
const MOST_ENLARGED = 2

/** What sigma draws on: larger than its window by the margin on every side. */
export function stageIn(root: HTMLElement): HTMLElement {
  Object.assign(root.style, { position: 'relative', overflow: 'hidden' })
  const stage = document.createElement('div')
  Object.assign(stage.style, { position: 'absolute', inset: `${-MARGIN}px` })
  root.append(stage)
  return stage
}

/** The part of sigma that finds the node under the mouse. */
interface Picking {
  getNodeAtPosition(place: Place): string | null
}

/**
 * Drawing 5,000 nodes and 20,000 edges without a graphics card takes several frames; moving what is drawn takes none.
 * So a camera that moves only shifts and scales the layers. They are drawn anew when the hand rests, or when the window
 * would show what was not drawn.
 */
export function moveDrawnLayers(sigma: Sigma, stage: HTMLElement): void {
  const [camera, mouse] = [sigma.getCamera(), sigma.getMouseCaptor()]
  const layers = layersOf(sigma, stage)
  let drawn = camera.getState()
  let moved: Affine = IDENTITY
  const place = (next: Affine) => {
    moved = next
    const { a, b, c, d, e, f } = next
    layers.style.transform =
      next === IDENTITY ? 'translate3d(0, 0, 0)' : `translate3d(${e}px, ${f}px, 0) matrix(${a}, ${b}, ${c}, ${d}, 0, 0)`
  }
  sigma.on('afterRender', () => {
    drawn = camera.getState()
    place(IDENTITY)
  })
  let rest: ReturnType<typeof setTimeout> | undefined
  const drawAtRest = () => {
    clearTimeout(rest)
    rest = setTimeout(() => {
      if (moved !== IDENTITY && !mouse.isMouseDown) sigma.scheduleRender()
    }, REST_MS)
  }
  // Sigma's own listener draws at every step.
  camera.removeAllListeners('updated')
  camera.on('updated', () => {
    const { width, height } = sigma.getDimensions()
    const cameraState = camera.getState()
    const now = affineOf({ width, height }, (at) =>
      sigma.framedGraphToViewport(sigma.viewportToFramedGraph(at, { cameraState: drawn }), { cameraState }),
    )
    place(now)
    const isCoarse = Math.hypot(now.a, now.b) > MOST_ENLARGED
    if (isCoarse || !covers(now, { width, height }, MARGIN)) sigma.scheduleRender()
    drawAtRest()
  })
  mouse.on('mouseup', drawAtRest)
  const picking = sigma as unknown as Picking
  // Nobody asks what is under a hand that drags; what has been moved is looked for where it was drawn.
  picking.getNodeAtPosition = (at) => (mouse.isMouseDown ? null : nodeUnder(sigma, inverted(moved, at), drawn.ratio))
}

/** All that is drawn, to be moved as one; the layer that listens to the mouse stays. */
function layersOf(sigma: Sigma, stage: HTMLElement): HTMLElement {
  const layers = document.createElement('div')
  Object.assign(layers.style, { position: 'absolute', inset: '0', transformOrigin: '0 0', willChange: 'transform' })
  const { mouse, edgeLabels, ...shown } = sigma.getCanvases()
  // Labels of edges are never drawn, and each layer is a whole canvas to put over the others.
  if (edgeLabels !== undefined) edgeLabels.style.display = 'none'
  layers.append(...Object.values(shown))
  stage.prepend(layers)
  return layers
}
