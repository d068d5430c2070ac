/** One figure of the acceptance table, as it was measured. */
export interface Figure {
  /** Held against the rule of its row. */
  readonly value: number
  /** As a reader sees it: with its counts where it is a share. */
  readonly shown: string
  /** What was done, in a sentence or two, and what the figure does not say. */
  readonly how: string
}

export interface MeasureContext {
  readonly root: string
  /** An empty folder of this run. */
  readonly folder: string
  /** Folder laid out like ../shared/data. */
  readonly data: string
  readonly say: (line: string) => void
}

/** Figures by the id of their row. */
export type Measure = (context: MeasureContext) => Promise<Readonly<Record<string, Figure>>>

/** `0.93 (28 of 30)`; of nothing there is no share. */
export function shareFigure(part: number, whole: number, how: string): Figure {
  const value = whole === 0 ? Number.NaN : part / whole
  return { value, shown: whole === 0 ? 'no case' : `${value.toFixed(3)} (${part} of ${whole})`, how }
}
