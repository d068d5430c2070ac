import { type LayoutTask, roundsFor, startLayout } from './layout.ts'

/** Rounds between two pictures. */
const BATCH = 10

self.onmessage = ({ data }: MessageEvent<LayoutTask>) => {
  const layout = startLayout(data)
  const all = roundsFor(data.places.length / 2)
  for (let done = 0; done < all; done += BATCH) {
    const places = layout.step(Math.min(BATCH, all - done))
    const isLast = done + BATCH >= all
    self.postMessage({ places, isLast }, { transfer: [places.buffer] })
  }
}
