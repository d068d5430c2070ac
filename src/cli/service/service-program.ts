/** What the service starts. */
export interface ServiceProgram {
  readonly node: string
  readonly lyra: string
  readonly home: string
}

/** Tells our own file from one that a person wrote. */
export const WRITTEN_BY = 'Written by `lyra service install`; `lyra service uninstall` takes it away.'
