import type { Lyra } from './lyra.ts'

/** Tells the conductor of every call, so that it knows whether somebody is there (REQ 2.1.5). */
export function withPresence(lyra: Lyra, begin: () => () => void): Lyra {
  const entries = Object.entries(lyra).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || name === 'close') return [name, member]
    const told = (...input: unknown[]) => {
      const end = begin()
      try {
        const answer: unknown = member(...input)
        if (answer instanceof Promise) return answer.finally(end)
        end()
        return answer
      } catch (error) {
        end()
        throw error
      }
    }
    return [name, told]
  })
  return Object.fromEntries(entries) as Lyra
}
