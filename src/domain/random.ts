/** Randomness comes in through a parameter; jitter and sampling are the only uses. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
}

export const systemRandom: Random = { next: () => Math.random() }

/** mulberry32: small, fast, good enough for jitter. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return {
    next: () => {
      state = (state + 0x6d2b79f5) >>> 0
      let t = state
      t = Math.imul(t ^ (t >>> 15), t | 1)
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296
    },
  }
}
