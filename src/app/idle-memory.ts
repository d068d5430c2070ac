import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createIdleTimer } from '../domain/idle-timer.ts'

/** After the parts that give something back by themselves (IDLE_MS): what they let go is collected with the rest. */
const COLLECT_AFTER_MS = 75_000

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

/**
 * A server that rests allocates nothing, so that the engine never collects: a gigabyte of a busy hour would stay for
 * good. `touch` on each call; when none has come for a while everything is collected once, and the heap made small.
 */
export function createIdleMemory(collect: Collect = engineCollector(), idleMs = COLLECT_AFTER_MS) {
  return createIdleTimer(() => collect({ type: 'major', flavor: 'last-resort' }), idleMs)
}

/** The collector is reached by a flag of the engine; the context that names it is thrown away again. */
function engineCollector(): Collect {
  let found: Collect | null = null
  return (options) => {
    setFlagsFromString('--expose-gc')
    found ??= runInNewContext('gc') as Collect
    found(options)
  }
}
