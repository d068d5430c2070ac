declare const screened: unique symbol

/**
 * Text from outside that L2 has read (REQ 4.4.1). The writers of the store take nothing else, so that a page, a paper
 * or a result that went around src/intake does not compile: `store.pages.save(page)` asks for a `Screened<Page>`.
 */
export type Screened<T> = T & { readonly [screened]: true }

/** Only src/intake may call it, on what it has screened; test/architecture/intake.test.ts sees to that. */
export function markScreened<T>(value: T): Screened<T> {
  return value as Screened<T>
}
