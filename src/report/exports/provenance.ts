import type { ExportData } from './export-data.ts'

const CONTEXT = {
  prov: 'http://www.w3.org/ns/prov#',
  schema: 'https://schema.org/',
  lyra: 'urn:lyra:',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
}

const id = (name: string) => ({ '@id': `lyra:${name}` })
const time = (value: string) => ({ '@type': 'xsd:dateTime', '@value': value })

/**
 * Who says what, by which page, found by which search: JSON-LD with PROV. Searches are activities; pages, passages,
 * claims and findings are entities, each derived from the one before.
 */
export function provenance({ task, searches, findings, sources, sourceOf }: ExportData, version: string): unknown {
  const nodes = findings.flatMap(({ members }) => members)
  const fragments = new Map(nodes.map(({ fragment, page }) => [fragment.id, { fragment, page }]))
  return {
    '@context': CONTEXT,
    '@graph': [
      { ...id('software'), '@type': ['prov:SoftwareAgent'], 'schema:name': 'Lyra', 'schema:version': version },
      {
        ...id(task.id),
        '@type': ['prov:Activity'],
        'schema:name': task.query,
        'prov:startedAtTime': time(task.created_at),
        'prov:wasAssociatedWith': id('software'),
      },
      ...searches.map((search) => ({
        ...id(search.id),
        '@type': ['prov:Activity', 'schema:SearchAction'],
        'schema:query': search.query,
        'prov:startedAtTime': time(search.started_at),
        'prov:wasInformedBy': id(task.id),
      })),
      ...sources.map(({ page, paper, key }) => ({
        ...id(key),
        '@type': ['prov:Entity', paper === null ? 'schema:WebPage' : 'schema:ScholarlyArticle'],
        'schema:name': paper?.title ?? page.title ?? page.url,
        'schema:url': { '@id': page.url },
        'prov:generatedAtTime': time(page.fetched_at),
        'prov:wasGeneratedBy': id(task.id),
        ...(page.warc_record_id === null ? {} : { 'schema:archivedAt': `${page.warc_file} ${page.warc_record_id}` }),
      })),
      ...[...fragments.values()].map(({ fragment, page }) => ({
        ...id(fragment.id),
        '@type': ['prov:Entity', 'schema:Quotation'],
        'schema:text': fragment.text_content,
        'prov:wasQuotedFrom': id(sourceOf.get(page.id)?.key ?? page.id),
      })),
      ...nodes.map(({ claim }) => ({
        ...id(claim.id),
        '@type': ['prov:Entity', 'schema:Claim'],
        'schema:text': claim.claim_text,
        'lyra:confidence': claim.confidence,
        'lyra:status': claim.verification_status,
        'prov:wasDerivedFrom': id(claim.source_fragment_id),
        'prov:wasGeneratedBy': id(claim.search_id),
      })),
      ...findings.map(({ id: findingId, shown, members, confidence, verification_status: status, disputes }) => ({
        ...id(findingId),
        '@type': ['prov:Collection'],
        'schema:text': shown.claim.claim_text,
        'lyra:confidence': confidence,
        'lyra:status': status,
        'prov:hadMember': members.map(({ claim }) => id(claim.id)),
        ...(disputes.length === 0 ? {} : { 'lyra:disputes': disputes.map(id) }),
      })),
    ],
  }
}
