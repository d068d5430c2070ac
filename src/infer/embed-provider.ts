export const CPU = 'cpu'

/** A session that leaves its GPU for the CPU at the first failure and does not go back. */
export interface FallbackSession<S> {
  readonly session: S
  readonly provider: string
  run<R>(work: (session: S) => Promise<R>): Promise<R>
}

/** The first provider that starts; the CPU is always the last one tried. */
export async function openFallback<S>(
  providers: readonly string[],
  create: (provider: string) => Promise<S>,
): Promise<FallbackSession<S>> {
  const order = [...providers.filter((provider) => provider !== CPU), CPU]
  let current = await firstOf(order, create)
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
): Promise<{ session: S; provider: string }> {
  for (const provider of order) {
    try {
      return { session: await create(provider), provider }
    } catch (error) {
      if (provider === CPU) throw error
    }
  }
  throw new Error('no provider')
}
