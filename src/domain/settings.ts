import { z } from 'zod'

/**
 * The one table of settings. Defaults, YAML files, environment (`LYRA_` + path in capitals, `__` between levels), CLI
 * flag (`--set path=value`) and docs/reference/settings.md derive from it; thresholds live here once.
 */
export const settingsSchema = z.strictObject({
  home: z
    .string()
    .default('~/.lyra')
    .describe('Folder for database, archive, models, logs; created with private permissions. Environment: LYRA_HOME'),
  replay: z
    .string()
    .default('')
    .describe(
      'A .warc[.gz] file or a folder of them: run from this archive and open no socket. Environment: LYRA_REPLAY',
    ),
  log: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('What goes to the log'),
      to: z.enum(['file', 'stderr', 'both']).default('file').describe('Where the log goes; never stdout'),
      keep_days: z.int().min(1).default(7).describe('Days a plain log file is kept (REQ 8.2)'),
      archive_days: z.int().min(1).default(30).describe('Days a compressed log file is kept (REQ 8.2)'),
    })
    .prefault({}),
  task: z
    .strictObject({
      max_pages: z
        .int()
        .min(1)
        .max(1000)
        .default(120)
        .describe(
          'Default page budget of a task: pages read on the web; papers from the academic indexes have their own limits',
        ),
      max_seconds: z.int().min(1).max(86400).default(1200).describe('Default time budget of a task, in seconds'),
      search_pages: z
        .int()
        .min(1)
        .max(100)
        .default(15)
        .describe('Pages one search may look at when max_pages is not given'),
      wait_seconds: z
        .int()
        .min(1)
        .max(600)
        .default(50)
        .describe('After this long `search` answers status "running" and goes on in the background'),
    })
    .prefault({}),
  jobs: z
    .strictObject({
      lease_seconds: z
        .number()
        .min(1)
        .default(30)
        .describe('How long a process may be silent before another takes over its searches'),
      page_seconds: z
        .number()
        .min(1)
        .default(180)
        .describe('Deadline of one page over all its routes; each request has net.timeout_seconds (REQ 3.2.2)'),
      cpu_slots: z.int().min(0).default(0).describe('Text work done at once (REQ 3.2.2 cpu_nlp); 0: one per core'),
      queue_limit: z.int().min(1).default(1000).describe('Work that may wait for a slot before more is held back'),
    })
    .prefault({}),
  human: z
    .strictObject({
      silent_seconds: z
        .number()
        .min(1)
        .default(300)
        .describe('After this long without a call searches are parked; the next call resumes them (REQ 2.1.5)'),
      notify: z.boolean().default(true).describe('Desktop notices of paused tasks and of pages that wait for a person'),
      cdp_endpoint: z
        .string()
        .default('')
        .describe(
          'DevTools endpoint of the Chrome in which pages are opened for a person, e.g. http://127.0.0.1:9222; empty: the system opens them (REQ 3.6.1)',
        ),
    })
    .prefault({}),
  net: z
    .strictObject({
      timeout_seconds: z.number().min(1).default(60).describe('Deadline of one page (REQ 3.2.2)'),
      serp_timeout_seconds: z.number().min(1).default(30).describe('Deadline of one result page (REQ 3.2.2)'),
      max_bytes: z.int().min(1024).default(20_000_000).describe('Largest body, after decompression'),
      max_redirects: z.int().min(0).max(20).default(8).describe('Redirects followed, each checked again'),
      domain_interval_min: z
        .number()
        .min(0)
        .default(5)
        .describe('Least seconds between two requests to one domain (0.2/s, REQ 4.3)'),
      domain_jitter_min: z
        .number()
        .min(0)
        .default(1.5)
        .describe('Random wait between requests of one domain, lower end in seconds (REQ 4.3)'),
      domain_jitter_max: z
        .number()
        .min(0)
        .default(5.5)
        .describe('Random wait between requests of one domain, upper end in seconds (REQ 4.3)'),
      crawl_delay_max: z
        .number()
        .min(0)
        .default(30)
        .describe("Longest Crawl-delay of a site's robots.txt that is kept, in seconds; a longer one counts as this"),
      api_interval: z.number().min(0).default(1).describe('Least seconds between two requests to one API host'),
      concurrency: z
        .int()
        .min(1)
        .max(16)
        .default(4)
        .describe('Requests under way at once over all domains (REQ 3.2.2 network_client)'),
      cooldown_minutes: z.number().min(0).default(30).describe('First cool-down of a domain that refuses (REQ 4.3.5)'),
      cooldown_max_minutes: z.number().min(0).default(120).describe('Longest cool-down (REQ 4.3.5)'),
      backoff_base_seconds: z.number().min(0).default(1).describe('First wait before an API is asked again'),
      backoff_max_seconds: z.number().min(0).default(60).describe('Longest wait before an API is asked again'),
      backoff_attempts: z
        .int()
        .min(1)
        .max(10)
        .default(3)
        .describe('Attempts at an API before it is reported as refused'),
      allow_private: z
        .array(z.string())
        .default([])
        .describe('Host names or host:port that may resolve to private addresses (intranet)'),
      domain_day_budget: z
        .int()
        .min(1)
        .default(300)
        .describe('Most pages and result pages asked of one domain a day, over all tasks (REQ 4.3)'),
      adapt_seconds: z
        .number()
        .min(0)
        .default(60)
        .describe('How often engine and domain parameters are settled besides after each request (REQ 4.6)'),
      adapt_hold_seconds: z
        .number()
        .min(0)
        .default(300)
        .describe('Least time before an adapted parameter may change again (REQ 4.6)'),
      tor_proxy: z
        .string()
        .default('socks5h://127.0.0.1:9050')
        .describe('SOCKS proxy of Tor, which also resolves the names; empty: Tor is not used'),
      tor_control: z
        .string()
        .default('127.0.0.1:9051')
        .describe('Control port of Tor, for a new circuit after a refusal; empty: circuits are not renewed'),
      tor_control_password: z.string().default('').describe('Password of the control port'),
      tor_sticky_minutes: z.number().min(0).default(15).describe('How long one domain keeps one Tor circuit (REQ 4.3)'),
      tor_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.2)
        .describe("Largest share of a day's requests, over all and of one domain, that go over Tor (REQ 7)"),
      wayback_url: z.string().default('https://web.archive.org').describe('Base URL of the Wayback Machine'),
      wayback_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.15)
        .describe('Largest share of the pages of one task, and of one domain in it, from Wayback (REQ 3.1.6)'),
      user_agent: z
        .string()
        .default('')
        .describe('Own User-Agent of the HTTP client; empty: that of the browser that is found'),
      first_visit_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.15)
        .describe(
          "New domains are first visited by the browser while it has fewer than this share of a task's pages (REQ 3.1.2, REQ 7)",
        ),
      handshake: z
        .enum(['browser', 'plain'])
        .default('browser')
        .describe("TLS and HTTP/2 of page requests: as the browser speaks them, or Node's own (REQ 4.3)"),
      dns_memory_seconds: z
        .number()
        .min(0)
        .default(60)
        .describe('How long a looked-up name is remembered (REQ 4.3 DNS)'),
    })
    .prefault({}),
  browser: z
    .strictObject({
      cdp_endpoint: z
        .string()
        .default('')
        .describe('DevTools endpoint of a running Chrome, e.g. http://127.0.0.1:9222; tried first'),
      executable: z
        .string()
        .default('')
        .describe('Path of a Chrome or Chromium; empty: an installed one, else the bundled one'),
      headful: z.boolean().default(false).describe('Show the browser window'),
      start_seconds: z.number().min(1).default(15).describe('How long to wait for the browser (REQ 3.2.1)'),
      idle_seconds: z
        .number()
        .min(1)
        .default(30)
        .describe('A browser that no page needs for so long is ended; the next page starts another (REQ 4.2)'),
    })
    .prefault({}),
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
      unpaywall_url: z.string().default('https://api.unpaywall.org/v2').describe('Unpaywall base URL'),
      results: z.int().min(1).max(100).default(10).describe('Papers taken from one academic search'),
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
  extract: z
    .strictObject({
      pdf_seconds: z.number().min(1).default(60).describe('Longest time the text of one PDF may take; OCR has its own'),
      ocr: z
        .boolean()
        .default(true)
        .describe('Read the pages of a PDF that carry no text by OCR (English and Japanese), on this machine'),
      ocr_pages: z.int().min(1).max(300).default(20).describe('Most pages of one document read by OCR'),
      ocr_page_seconds: z.number().min(1).default(30).describe('Longest time OCR may take for one page'),
      ocr_seconds: z.number().min(1).default(120).describe('Longest time OCR may take for one document'),
      ocr_pixels: z
        .int()
        .min(100_000)
        .max(40_000_000)
        .default(9_000_000)
        .describe('Largest picture a page is drawn to for OCR; A4 at 300 dots an inch has 8.7 million pixels'),
      ocr_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(0.6)
        .describe('Lines OCR is less sure of are left out: specks, photographs, handwriting'),
    })
    .prefault({}),
  ranking: z
    .strictObject({
      bm25_top_k: z.int().min(1).default(150).describe('Candidates kept by BM25 (EXPLORE 4.3.3)'),
      bm25_weight: z.number().min(0).max(1).default(0.3).describe('Weight of BM25 in the fused score'),
      embedding_weight: z.number().min(0).max(1).default(0.7).describe('Weight of the embedding in the fused score'),
      kneedle_sensitivity: z.number().min(0).default(1).describe('Kneedle S'),
      min_results: z.int().min(1).default(3).describe('Least results after the cutoff'),
      max_results: z.int().min(1).default(50).describe('Most results after the cutoff'),
    })
    .prefault({}),
  models: z
    .strictObject({
      embedding: z
        .string()
        .default('lyra-embed-mini')
        .describe('Embedding model: a name under models/ or LYRA_HOME/models, or a folder'),
      nli: z
        .string()
        .default('lyra-stance-mini')
        .describe('Stance model: a name under models/ or LYRA_HOME/models, or a folder'),
      nli_promotion: z
        .string()
        .default('nli-deberta-v3-small')
        .describe(
          'Larger stance model for hard and contradicting cases (REQ 3.3), by name or folder; skipped while it is not there, empty: never',
        ),
      nli_japanese: z
        .string()
        .default('mDeBERTa-v3-base-mnli-xnli')
        .describe('Stance model for Japanese pairs, by name or folder; models.nli while it is not there'),
      device: z
        .enum(['auto', 'cpu', 'cuda', 'tensorrt', 'dml', 'coreml', 'webgpu'])
        .default('auto')
        .describe(
          'Where the embedding model runs: auto takes a GPU provider of the ONNX runtime that is present, unless the model is of dynamic int8 like the shipped one; at its first failure the CPU takes over. In replay always the CPU',
        ),
      threads: z.int().min(1).max(64).default(2).describe('Threads of one model run'),
    })
    .prefault({}),
  judgement: z
    .strictObject({
      claims_per_fragment: z.int().min(1).default(3).describe('Most claims taken from one fragment'),
      claims_per_search: z.int().min(1).default(40).describe('Most new claims of one search'),
      candidates_per_claim: z.int().min(1).default(12).describe('Fragments judged for one claim, nearest first'),
      candidate_similarity: z
        .number()
        .min(0)
        .max(1)
        .default(0.45)
        .describe('Least similarity of a fragment worth judging'),
      support_threshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.55)
        .describe('Least calibrated probability of a supports edge'),
      refute_threshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.7)
        .describe('Least calibrated probability of a refutes edge'),
      contradiction_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(0.7)
        .describe('Least confidence of a refutes edge that counts as a contradiction between sources'),
      duplicate_similarity: z
        .number()
        .min(0)
        .max(1)
        .default(0.92)
        .describe('Claims of one task closer than this are one claim'),
    })
    .prefault({}),
  llm: z
    .strictObject({
      endpoint: z
        .string()
        .default('http://127.0.0.1:11434')
        .describe('Where Ollama answers; only this machine or a private network (L1)'),
      model: z
        .string()
        .default('')
        .describe('Ollama model that extracts claims, e.g. qwen2.5:3b; empty: the built-in extractor'),
      task_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.3)
        .describe("Most of a task's time that the local model may use (REQ 3.1)"),
    })
    .prefault({}),
  query: z
    .strictObject({
      limit: z.int().min(1).max(200).default(50).describe('Default row limit of query_graph'),
      timeout_ms: z.int().min(1).max(2000).default(300).describe('Default deadline of query_graph'),
      memory_mb: z.int().min(64).default(512).describe('Memory of the SQL sandbox process'),
      max_answer_bytes: z.int().min(1000).default(200_000).describe('Largest answer of query_graph'),
    })
    .prefault({}),
  server: z
    .strictObject({
      host: z.string().default('127.0.0.1').describe('Address of `lyra serve`; another than loopback needs a token'),
      port: z.int().min(0).max(65535).default(8765).describe('Port of `lyra serve`'),
      token: z.string().default('').describe('Bearer token; required when bound to another address than loopback'),
      allowed_origins: z.array(z.string()).default([]).describe("Browser origins allowed besides the server's own"),
    })
    .prefault({}),
  calibration: z
    .strictObject({
      recalibrate_after: z
        .int()
        .min(1)
        .default(50)
        .describe('New samples of a source after which its parameters are fitted anew'),
      degradation_ratio: z
        .number()
        .min(0)
        .default(0.05)
        .describe('Brier score worse by this share than the evaluation before is a degradation (REQ 4.6.1)'),
      enable_auto_rollback: z.boolean().default(false).describe('Roll back by itself on degradation and report it'),
    })
    .prefault({}),
})

export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})
