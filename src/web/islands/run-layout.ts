import { type LayoutTask, roundsFor, startLayout } from './layout.ts'

type Moved = (places: Float32Array, isLast: boolean) => void

/**
 * Lays a graph out beside the page: in a worker where one can be started, else between two pictures of the page, so
 * that it can be used meanwhile.
 */
export function runLayout(task: LayoutTask, workerAddress: string | null, moved: Moved): void {
  const inTurns = () => layOutInTurns(task, moved)
  if (workerAddress === null) {
    inTurns()
    return
  }
  try {
    const worker = new Worker(workerAddress)
    worker.onmessage = ({ data }: MessageEvent<{ places: Float32Array; isLast: boolean }>) => {
      moved(data.places, data.isLast)
      if (data.isLast) worker.terminate()
    }
    worker.onerror = () => {
      worker.terminate()
      inTurns()
    }
    worker.postMessage(task)
  } catch {
    inTurns()
  }
}

/** Milliseconds of one turn: a picture in between is due every sixteen. */
const TURN_MS = 12
const FEW = 5

function layOutInTurns(task: LayoutTask, moved: Moved): void {
  const layout = startLayout(task)
  const all = roundsFor(task.places.length / 2)
  let done = 0
  const turn = () => {
    const until = performance.now() + TURN_MS
    let places = layout.step(FEW)
    for (done += FEW; done < all && performance.now() < until; done += FEW) places = layout.step(FEW)
    moved(places, done >= all)
    if (done < all) setTimeout(turn)
  }
  turn()
}
