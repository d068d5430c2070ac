import { CPU } from './embed-provider.ts'
import { type Inference, type OpenRequest, openInference } from './inference.ts'

interface Lane {
  readonly inference: Inference
  underWay: number
}

/** So often must a question have waited before a further session is opened, which costs memory and 100 ms of CPU. */
const WAITED = 16

/**
 * A small model gains little by sharing one text among threads, and all by a text for each: on the CPU every thread has
 * a session of its own, opened when more is asked than the others get done. What a text gives does not depend on it:
 * the sums of a run are the same for one thread and for many. A GPU takes one session.
 */
export async function openInferencePool(
  { threads, ...model }: OpenRequest,
  open: typeof openInference = openInference,
  patience: number = WAITED,
): Promise<Inference> {
  if (model.provider !== CPU || threads === 1) return open({ ...model, threads })
  const openLane = async (): Promise<Lane> => ({ inference: await open({ ...model, threads: 1 }), underWay: 0 })
  const first = await openLane()
  const lanes = [first]
  let lanesToCome = threads - 1
  let waited = 0
  const widen = () => {
    lanesToCome -= 1
    waited = 0
    openLane().then(
      (lane) => void lanes.push(lane),
      // Want of memory, say: the lanes that are there do the work.
      () => undefined,
    )
  }
  return {
    inputNames: first.inference.inputNames,
    outputNames: first.inference.outputNames,
    run: async (asked) => {
      const lane = lanes.reduce((least, one) => (one.underWay < least.underWay ? one : least))
      if (lane.underWay > 0) waited += 1
      if (waited >= patience && lanesToCome > 0) widen()
      lane.underWay += 1
      try {
        return await lane.inference.run(asked)
      } finally {
        lane.underWay -= 1
      }
    },
  }
}
