/** One question to the local language model, as rooms that do not hold it may ask. */
export type AskModel = (
  question: {
    readonly instruction: string
    readonly data: string
    readonly schema: Readonly<Record<string, unknown>>
    readonly expectedLength: number
  },
  signal?: AbortSignal,
) => Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly detail: string }>
