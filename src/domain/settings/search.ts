import { z } from 'zod'

/** Where is searched: engines, sites, academic sources. Assembled in ../settings.ts. */
export const searchSettings = {
  engines: z
    .strictObject({
      default: z
        .array(z.string())
        .default(['duckduckgo', 'mojeek', 'brave'])
        .describe('Engines asked when a search names none'),
      interval: z
        .number()
        .min(0)
        .default(4)
        .describe('Least seconds between two requests to one engine (0.25/s, REQ 4.3)'),
      results: z.int().min(1).max(50).default(10).describe('Results taken from one result page'),
      result_pages: z
        .int()
        .min(1)
        .max(10)
        .default(3)
        .describe('Most result pages of one engine, when the first bring little that is new'),
      cache_hours: z.number().min(0).default(24).describe('How long a result page is reused (REQ 5.1.2)'),
      open_failures: z
        .int()
        .min(1)
        .default(2)
        .describe("Consecutive failures that open an engine's circuit (REQ 3.1.4)"),
      open_minutes: z
        .number()
        .min(0)
        .default(30)
        .describe('First time an open circuit stays open, doubling to open_max_minutes'),
      open_max_minutes: z.number().min(0).default(120).describe('Longest time an open circuit stays open'),
      site_search: z
        .array(z.string())
        .default(['mhlw.go.jp', 'jstage.jst.go.jp', 'who.int', 'gov.uk', 'developer.mozilla.org'])
        .describe(
          'Domains, or addresses of pages with a search form, whose own form is used; others get site: (REQ 3.1.5)',
        ),
      site_searches: z
        .int()
        .min(0)
        .max(10)
        .default(2)
        .describe('Most sites one search asks by their own form or by site: (REQ 3.1.5)'),
      mirror: z
        .boolean()
        .default(true)
        .describe(
          'Also ask in the other of Japanese and English, translated by llm.model when there is one (REQ 3.1.1)',
        ),
      synonyms: z
        .int()
        .min(0)
        .max(10)
        .default(2)
        .describe('Most queries with a synonym that a search with options.expand asks (LYRA_HOME/thesaurus.yaml)'),
      hold_seconds: z
        .number()
        .min(0)
        .default(300)
        .describe("Least time before an engine's weight or pace turns around again (REQ 4.6)"),
      cycle_seconds: z
        .number()
        .min(0)
        .default(60)
        .describe('How often weights and paces are settled besides after each request (REQ 4.6)'),
    })
    .prefault({}),
  explore: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Follow links inside the sites that gave useful pages, with pages the search has left (REQ 3.1.2)'),
      depth: z.int().min(1).max(2).default(2).describe('How many links deep, breadth first'),
      pages: z.int().min(0).max(50).default(6).describe('Most links one search follows'),
      domain_pages: z.int().min(1).max(50).default(4).describe('Most links one search follows inside one domain'),
      sites: z.int().min(1).max(50).default(4).describe('Most sites inside which one search follows links'),
      least_worth: z
        .number()
        .min(0)
        .max(1)
        .default(0.4)
        .describe('Least relevance of a link to the query: shared words and meaning, weighted like the ranking'),
      primary_sources: z
        .int()
        .min(0)
        .max(50)
        .default(4)
        .describe('Most links to a named source (ministry, study, press release) that one search follows; 0: none'),
      sitemaps: z.boolean().default(true).describe('Also take addresses that the site names in its sitemaps'),
    })
    .prefault({}),
  sources: z
    .strictObject({
      contact_email: z
        .string()
        .default('')
        .describe('Sent to Crossref, OpenAlex and Unpaywall as their etiquette asks; Unpaywall is skipped without it'),
      openalex_url: z.string().default('https://api.openalex.org').describe('OpenAlex base URL'),
      openalex_key: z
        .string()
        .default('')
        .describe('OpenAlex API key (free); without it look-ups work, searches may be refused'),
      semantic_scholar_url: z
        .string()
        .default('https://api.semanticscholar.org/graph/v1')
        .describe('Semantic Scholar base URL'),
      semantic_scholar_key: z.string().default('').describe('Semantic Scholar API key (free)'),
      crossref_url: z.string().default('https://api.crossref.org').describe('Crossref base URL'),
      arxiv_url: z.string().default('https://export.arxiv.org/api').describe('arXiv base URL'),
      pubmed_url: z
        .string()
        .default('https://eutils.ncbi.nlm.nih.gov/entrez/eutils')
        .describe('PubMed E-utilities base URL'),
      pubmed_key: z.string().default('').describe('NCBI API key (free); not needed at the pace of net.api_interval'),
      europe_pmc_url: z
        .string()
        .default('https://www.ebi.ac.uk/europepmc/webservices/rest')
        .describe('Europe PMC base URL'),
      unpaywall_url: z.string().default('https://api.unpaywall.org/v2').describe('Unpaywall base URL'),
      full_text: z
        .boolean()
        .default(true)
        .describe('Read the open-access full text of the papers nearest to the query; off: abstracts alone'),
      full_texts: z
        .int()
        .min(0)
        .max(50)
        .default(3)
        .describe('Most papers of one search that are read in full, with pages the search has left'),
      full_text_unknown_licence: z
        .boolean()
        .default(false)
        .describe('Also read copies that are free to read and name no licence'),
      results: z.int().min(1).max(100).default(10).describe('Papers taken from one academic search'),
      record_addresses: z
        .array(z.string().regex(/^[a-z0-9_]+=https?:\/\/\S+$/))
        .default([])
        .describe('Other base addresses of public record sources, as name=address (docs/reference/sources.md)'),
      records_off: z.array(z.string()).default([]).describe('Public record sources that are never asked, by name'),
      record_requests: z
        .int()
        .min(0)
        .max(200)
        .default(16)
        .describe('Most questions one search asks of public record sources; what is left is counted in a warning'),
      pivot_requests: z
        .int()
        .min(0)
        .max(200)
        .default(40)
        .describe('Most questions that a search with pivot_from asks of public record sources on top of those'),
      record_results: z.int().min(1).max(50).default(5).describe('Records taken from one search of a public source'),
      citations_kept: z
        .int()
        .min(0)
        .max(50)
        .default(10)
        .describe('Best cited or citing papers that become pages (TRUST 3.2)'),
      citations_listed: z
        .int()
        .min(1)
        .max(500)
        .default(20)
        .describe('References and citations read per paper and source'),
      citation_pages: z
        .int()
        .min(0)
        .max(500)
        .default(60)
        .describe("Most cited or citing papers that one search may add as pages, beside the task's own pages"),
      citation_seconds: z
        .number()
        .min(1)
        .default(300)
        .describe('Longest time spent on the citations of one search; what is left is named in the event log'),
      loop_weight: z
        .number()
        .min(0)
        .max(1)
        .default(0.5)
        .describe('Weight left to evidence from pages that cite each other in a circle (REQ 3.3.3)'),
      self_loop_weight: z
        .number()
        .min(0)
        .max(1)
        .default(0.2)
        .describe('The same where the circle is made of the same authors'),
    })
    .prefault({}),
}
