import type { ReferenceItem } from '../reference-item.ts'

/** What the words of one entry say. */
export type ReferenceFields = Pick<ReferenceItem, 'title' | 'authors' | 'year' | 'identifiers' | 'url'>
