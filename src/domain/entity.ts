/** What an entity can be (REQ 3.1.2). */
export const ENTITY_KINDS = ['organisation', 'person', 'place', 'product', 'law', 'identifier'] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** A name where it stands in a text: `text === whole.slice(start, end)`. */
export interface RecognisedName {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: EntityKind
}
