import type { Identifier } from '../domain/work.ts'
import { optional, pathSegment, type SourceSettings, trimmed, withParams } from './url-parts.ts'

/** Null for anything but a DOI. */
export function crossrefWorkUrl(settings: SourceSettings, identifier: Identifier): string | null {
  if (identifier.type !== 'doi') return null
  return withParams(`${trimmed(settings.crossref_url)}/works/${pathSegment(identifier.value)}`, {
    mailto: optional(settings.contact_email),
  })
}
