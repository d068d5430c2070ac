import { join } from 'node:path'

export const CPU = 'cpu'

/** A session that leaves its GPU for the CPU at the first failure and does not go back. */
interface FallbackSession<S> {
  readonly session: S
  readonly provider: string
  run<R>(work: (session: S) => Promise<R>): Promise<R>
}

/** Told of every provider that did not start or failed at work. */
export type ProviderProblem = (provider: string, reason: string) => void

/** The first provider that starts; the CPU is always the last one tried. */
export async function openFallback<S>(
  providers: readonly string[],
  create: (provider: string) => Promise<S>,
  problem: ProviderProblem = () => {},
): Promise<FallbackSession<S>> {
  const order = [...providers.filter((provider) => provider !== CPU), CPU]
  let current = await firstOf(order, create, problem)
  let fallen: Promise<void> | null = null
  return {
    get session() {
      return current.session
    },
    get provider() {
      return current.provider
    },
    run: async (work) => {
      const used = current
      try {
        return await work(used.session)
      } catch (error) {
        if (used.provider === CPU) throw error
        if (fallen === null) problem(used.provider, reasonOf(error))
        fallen ??= create(CPU).then((session) => {
          current = { session, provider: CPU }
        })
        await fallen
        return work(current.session)
      }
    },
  }
}

async function firstOf<S>(
  order: readonly string[],
  create: (provider: string) => Promise<S>,
  problem: ProviderProblem,
): Promise<{ session: S; provider: string }> {
  for (const provider of order) {
    try {
      return { session: await create(provider), provider }
    } catch (error) {
      if (provider === CPU) throw error
      problem(provider, reasonOf(error))
    }
  }
  throw new Error('no provider')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The fastest first. TensorRT builds an engine for minutes at every start: only when named. */
const AUTOMATIC = ['cuda', 'dml', 'coreml', 'webgpu'] as const

export interface Machine {
  readonly platform: NodeJS.Platform
  exists(path: string): boolean
  /** Where the runtime's own libraries lie. */
  readonly libraries: string
}

/**
 * GPU providers worth a try here. The runtime names all it was built for, present or not, and complains on stderr about
 * each that is not: a missing library or a machine without a graphics device is known beforehand.
 */
export function presentProviders(
  backends: readonly { readonly name: string; readonly bundled: boolean }[],
  machine: Machine,
): readonly string[] {
  const library = (name: string) =>
    machine.platform === 'win32' ? `onnxruntime_providers_${name}.dll` : `libonnxruntime_providers_${name}.so`
  const device = machine.platform !== 'linux' || ['/dev/nvidiactl', '/dev/dri', '/dev/dxg'].some(machine.exists)
  if (!device) return []
  return AUTOMATIC.filter((name) => {
    const backend = backends.find((one) => one.name === name)
    return backend !== undefined && (backend.bundled || machine.exists(join(machine.libraries, library(name))))
  })
}
