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

/** Why a spelling stands with the others of its entity. */
export const JOINED_BY = ['first', 'same_name', 'short_form', 'same_page', 'record', 'correction'] as const
export type JoinedBy = (typeof JOINED_BY)[number]

/** What a statement holds for, as far as it says so: what judges two statements must know (LYRA 2.9). */
export interface ClaimScope {
  readonly places: readonly string[]
  readonly products: readonly string[]
  readonly organisations: readonly string[]
  /** `2023`, `2023-03`, `2023-03-15`, `2019/2021`. */
  readonly period: readonly string[]
}

/** One thing that the evidence of a task names, under all its spellings. */
export interface Entity {
  readonly id: string
  readonly task_id: string
  readonly kind: EntityKind
  readonly name: string
  readonly wikidata_id: string | null
  readonly mentions: number
  readonly pages: number
  readonly cause_id: string
}

export interface EntityName {
  readonly id: string
  readonly task_id: string
  readonly kind: EntityKind
  readonly name: string
  readonly entity_id: string | null
  readonly joined_by: JoinedBy
  readonly cause_id: string
}

export interface EntityMention {
  readonly id: string
  readonly task_id: string
  readonly name_id: string
  readonly page_id: string
  readonly fragment_id: string | null
  readonly span_start: number | null
  readonly span_end: number | null
  readonly record_id: string | null
  readonly role: string | null
  readonly cause_id: string
}

/** What a person decided about two spellings. */
export interface NameCorrection {
  readonly first: string
  readonly second: string
  readonly decision: 'same' | 'apart'
}
