import type { Identifier } from '../domain/work.ts'
import type { SourceSettings } from './types.ts'
import { pathSegment, trimmed, withParams } from './url-parts.ts'

/** Null without an e-mail address, which Unpaywall demands, and for anything but a DOI. */
export function unpaywallUrl(settings: SourceSettings, identifier: Identifier): string | null {
  if (settings.contact_email === '' || identifier.type !== 'doi') return null
  return withParams(`${trimmed(settings.unpaywall_url)}/${pathSegment(identifier.value)}`, {
    email: settings.contact_email,
  })
}
