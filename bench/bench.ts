/** What every benchmark is: measured numbers as one flat object, and the rows it adds to docs/benchmarks.md. */
export interface Bench {
  readonly about: string
  run(options: BenchOptions): Promise<BenchResult>
}

export interface BenchOptions {
  readonly root: string
  /** Folder laid out like ../shared/data; default `--data ../shared/data`. */
  readonly data: string
  /** Model folder to measure instead of the default one. */
  readonly model: string | null
  readonly runs: number
  readonly demo: boolean
  /** Adds the long run over damaged inputs where a benchmark has one. */
  readonly mutations?: boolean
  /** A named set to measure alone, where a benchmark has more than one. */
  readonly set?: string | null
  /** Calls of a run that is as long as one likes. */
  readonly calls?: number | null
  /** So many times the usual size, beside the usual one, where a benchmark can grow. */
  readonly size?: number | null
  /** Another checkout to measure the same on, where a benchmark compares with one. */
  readonly before?: string | null
  /** Lines for a person; stdout's last line stays the JSON object. */
  readonly say: (line: string) => void
}

export interface BenchResult {
  readonly numbers: Readonly<Record<string, number | string | null>>
  readonly rows: readonly {
    readonly what: string
    readonly measured: string
    readonly baseline: string
    readonly target: string
  }[]
}

/** BENCH_MINUTES=<n>: a run that is as long as one likes ends then, and tells how far it came. */
export function timeIsUp(since: number): boolean {
  return performance.now() - since > Number(process.env.BENCH_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('median of nothing')
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2
}
