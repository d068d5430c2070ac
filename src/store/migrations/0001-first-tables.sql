-- Tasks and searches (REQ 3.1.7, 5.1.2)
CREATE TABLE tasks (
  id TEXT PRIMARY KEY,
  query TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('created', 'exploring', 'paused', 'completed', 'failed')),
  max_pages INTEGER NOT NULL,
  max_seconds INTEGER NOT NULL,
  priority_domains TEXT NOT NULL DEFAULT '[]',
  language TEXT,
  seconds_used REAL NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  stopped_at TEXT,
  stop_reason TEXT,
  final_status TEXT CHECK (final_status IN ('completed', 'partial', 'cancelled')),
  cause_id TEXT NOT NULL
) STRICT;

CREATE TABLE queries (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  options TEXT NOT NULL DEFAULT '{}',
  is_refutation INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL CHECK (status IN ('running', 'satisfied', 'partial', 'exhausted')),
  pages_fetched INTEGER NOT NULL DEFAULT 0,
  useful_fragments INTEGER NOT NULL DEFAULT 0,
  harvest_rate REAL NOT NULL DEFAULT 0,
  satisfaction_score REAL NOT NULL DEFAULT 0,
  novelty_score REAL NOT NULL DEFAULT 0,
  independent_sources INTEGER NOT NULL DEFAULT 0,
  has_primary_source INTEGER NOT NULL DEFAULT 0,
  warnings TEXT NOT NULL DEFAULT '[]',
  error TEXT,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX queries_task ON queries(task_id);

CREATE TABLE serp_items (
  id TEXT PRIMARY KEY,
  query_id TEXT NOT NULL REFERENCES queries(id) ON DELETE CASCADE,
  engine TEXT NOT NULL,
  rank INTEGER NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  snippet TEXT NOT NULL,
  date TEXT,
  source_tag TEXT NOT NULL,
  page_id TEXT,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX serp_items_query ON serp_items(query_id);

-- The pages a search looked at, whatever became of them (which search saw which page, by which way, with which outcome)
CREATE TABLE search_pages (
  query_id TEXT NOT NULL REFERENCES queries(id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  page_id TEXT,
  found_by TEXT NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT,
  attempts TEXT NOT NULL DEFAULT '[]',
  counts_toward_budget INTEGER NOT NULL DEFAULT 1,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (query_id, url)
) STRICT;
CREATE INDEX search_pages_page ON search_pages(page_id);

-- The fragments ranking kept for a search
CREATE TABLE search_fragments (
  query_id TEXT NOT NULL REFERENCES queries(id) ON DELETE CASCADE,
  fragment_id TEXT NOT NULL,
  bm25 REAL NOT NULL,
  embedding REAL NOT NULL,
  final_score REAL NOT NULL,
  kept INTEGER NOT NULL,
  PRIMARY KEY (query_id, fragment_id)
) STRICT;
CREATE INDEX search_fragments_fragment ON search_fragments(fragment_id);

-- Papers
CREATE TABLE works (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  abstract TEXT,
  year INTEGER,
  published_at TEXT,
  venue TEXT,
  url TEXT,
  oa_url TEXT,
  licence TEXT,
  cited_by_count INTEGER,
  reference_count INTEGER,
  is_preprint INTEGER NOT NULL DEFAULT 0,
  is_retracted INTEGER NOT NULL DEFAULT 0,
  retraction_notice TEXT,
  language TEXT,
  sources TEXT NOT NULL DEFAULT '[]',
  field_sources TEXT NOT NULL DEFAULT '{}',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX works_title ON works(title_key, year);

CREATE TABLE authors (
  work_id TEXT NOT NULL REFERENCES works(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (work_id, position)
) STRICT;

CREATE TABLE identifiers (
  type TEXT NOT NULL,
  value TEXT NOT NULL,
  work_id TEXT NOT NULL REFERENCES works(id) ON DELETE CASCADE,
  PRIMARY KEY (type, value)
) STRICT;
CREATE INDEX identifiers_work ON identifiers(work_id);

-- The evidence graph (GRAPH 1.1): pages, fragments and edges are shared, claims are the task's
CREATE TABLE pages (
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  final_url TEXT,
  canonical_url TEXT,
  domain TEXT NOT NULL,
  title TEXT,
  authors TEXT NOT NULL DEFAULT '[]',
  published_at TEXT,
  updated_at TEXT,
  year INTEGER,
  language TEXT,
  page_type TEXT NOT NULL DEFAULT 'other',
  route TEXT NOT NULL,
  outcome TEXT NOT NULL,
  http_status INTEGER,
  content_type TEXT,
  content_hash TEXT,
  warc_file TEXT,
  warc_record_id TEXT,
  screenshot_path TEXT,
  work_id TEXT REFERENCES works(id) ON DELETE SET NULL,
  paper_metadata TEXT,
  is_retracted INTEGER NOT NULL DEFAULT 0,
  quality_score REAL NOT NULL DEFAULT 1,
  quality_flags TEXT NOT NULL DEFAULT '[]',
  fetched_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX pages_domain ON pages(domain);
CREATE INDEX pages_work ON pages(work_id);

CREATE TABLE fragments (
  id TEXT PRIMARY KEY,
  page_id TEXT NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  fragment_type TEXT NOT NULL,
  text_content TEXT NOT NULL,
  heading_context TEXT,
  heading_hierarchy TEXT NOT NULL DEFAULT '[]',
  element_index INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  char_start INTEGER NOT NULL DEFAULT 0,
  char_end INTEGER NOT NULL DEFAULT 0,
  page_number INTEGER,
  text_hash TEXT NOT NULL,
  language TEXT,
  extraction_method TEXT NOT NULL,
  quality_score REAL NOT NULL DEFAULT 1,
  cluster_id TEXT,
  is_irrelevant INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX fragments_page ON fragments(page_id, position);
CREATE INDEX fragments_hash ON fragments(text_hash);
CREATE INDEX fragments_cluster ON fragments(cluster_id);

CREATE TABLE claims (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  search_id TEXT NOT NULL,
  claim_text TEXT NOT NULL,
  claim_type TEXT NOT NULL,
  expected_polarity TEXT NOT NULL,
  granularity TEXT NOT NULL,
  language TEXT NOT NULL,
  source_fragment_id TEXT NOT NULL REFERENCES fragments(id),
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL,
  extraction_method TEXT NOT NULL,
  extraction_quality REAL NOT NULL,
  confidence REAL NOT NULL DEFAULT 0.5,
  confidence_why TEXT NOT NULL DEFAULT '[]',
  verification_status TEXT NOT NULL DEFAULT 'pending' CHECK (verification_status IN ('pending', 'verified', 'rejected', 'contested')),
  adopted INTEGER NOT NULL DEFAULT 1,
  not_adopted_reason TEXT,
  no_refutation_found INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX claims_task ON claims(task_id);
CREATE INDEX claims_fragment ON claims(source_fragment_id);

CREATE TABLE edges (
  id TEXT PRIMARY KEY,
  source_type TEXT NOT NULL CHECK (source_type IN ('claim', 'fragment', 'page')),
  source_id TEXT NOT NULL,
  target_type TEXT NOT NULL CHECK (target_type IN ('claim', 'fragment', 'page')),
  target_id TEXT NOT NULL,
  relation TEXT NOT NULL CHECK (relation IN ('supports', 'refutes', 'neutral', 'cites', 'extracted_from')),
  nli_label TEXT,
  nli_confidence REAL,
  rationale TEXT,
  citation_source TEXT,
  is_influential INTEGER NOT NULL DEFAULT 0,
  human_corrected INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX edges_target ON edges(target_type, target_id, relation);
CREATE INDEX edges_source ON edges(source_type, source_id, relation);

CREATE TABLE contradictions (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  claim_id TEXT NOT NULL,
  opposing_fragment_id TEXT NOT NULL,
  opposing_claim_id TEXT,
  contradiction_type TEXT NOT NULL CHECK (contradiction_type IN ('misinformation', 'contested')),
  claim_trust TEXT NOT NULL,
  opposing_trust TEXT NOT NULL,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX contradictions_claim ON contradictions(claim_id);
CREATE INDEX contradictions_task ON contradictions(task_id);

-- DOI / URL / ... to the page that already holds it (GRAPH 1.3)
CREATE TABLE resource_index (
  identifier_type TEXT NOT NULL,
  identifier_value TEXT NOT NULL,
  page_id TEXT NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  PRIMARY KEY (identifier_type, identifier_value)
) STRICT;

-- Materialised communities of the citation graph, read by v_citation_clusters
CREATE TABLE citation_communities (
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  page_id TEXT NOT NULL,
  cluster_id TEXT NOT NULL,
  PRIMARY KEY (task_id, page_id)
) STRICT;

-- EXPLORE 4.4.6: claims and fragments only, no task_id
CREATE TABLE embeddings (
  id TEXT PRIMARY KEY,
  target_type TEXT NOT NULL CHECK (target_type IN ('fragment', 'claim')),
  target_id TEXT NOT NULL,
  model_id TEXT NOT NULL,
  embedding_blob BLOB NOT NULL,
  dimension INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (target_type, target_id, model_id)
) STRICT;
CREATE INDEX idx_embeddings_target ON embeddings(target_type, target_id);
CREATE INDEX idx_embeddings_type ON embeddings(target_type);

-- Trust and domain policy (TRUST 0.1, REQ 4.3)
CREATE TABLE domains (
  domain TEXT PRIMARY KEY,
  trust_level TEXT NOT NULL,
  trust_source TEXT NOT NULL CHECK (trust_source IN ('default', 'allowlist', 'override', 'verification')),
  category TEXT,
  blocked_at TEXT,
  blocked_reason TEXT,
  contradicting_claims TEXT NOT NULL DEFAULT '[]',
  original_trust_level TEXT,
  block_score REAL NOT NULL DEFAULT 0,
  cooldown_until TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  headful_ratio REAL NOT NULL DEFAULT 0,
  headful_failures INTEGER NOT NULL DEFAULT 0,
  tor_success_rate REAL,
  tor_usage_ratio REAL NOT NULL DEFAULT 0,
  referer_match_rate REAL,
  last_captcha_at TEXT,
  captcha_type_last_seen TEXT,
  requests_today INTEGER NOT NULL DEFAULT 0,
  requests_day TEXT,
  last_request_at TEXT,
  updated_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;

CREATE TABLE engine_health (
  engine TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'closed' CHECK (state IN ('closed', 'half-open', 'open')),
  consecutive_failures INTEGER NOT NULL DEFAULT 0,
  success_rate_1h REAL NOT NULL DEFAULT 1,
  success_rate_24h REAL NOT NULL DEFAULT 1,
  captcha_rate REAL NOT NULL DEFAULT 0,
  http_error_rate REAL NOT NULL DEFAULT 0,
  median_latency_ms REAL,
  ban_suspected INTEGER NOT NULL DEFAULT 0,
  weight REAL NOT NULL DEFAULT 1,
  open_until TEXT,
  last_used_at TEXT,
  updated_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;

-- Caches (REQ 5.1.2)
CREATE TABLE serp_cache (
  key TEXT PRIMARY KEY,
  engine TEXT NOT NULL,
  items TEXT NOT NULL,
  outcome TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  hits INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE fetch_cache (
  url TEXT PRIMARY KEY,
  etag TEXT,
  last_modified TEXT,
  warc_file TEXT,
  warc_record_id TEXT,
  fetched_at TEXT NOT NULL,
  hits INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Jobs (REQ 3.2.2)
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  task_id TEXT REFERENCES tasks(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  priority INTEGER NOT NULL,
  slot TEXT NOT NULL CHECK (slot IN ('gpu', 'browser_headful', 'network_client', 'cpu_nlp')),
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled', 'paused')),
  budget TEXT NOT NULL DEFAULT '{}',
  payload TEXT NOT NULL DEFAULT '{}',
  lease_owner TEXT,
  lease_until TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_ready ON jobs(state, priority DESC, created_at);

CREATE TABLE task_metrics (
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (task_id, name)
) STRICT;

-- The causal log: what happened, because of what
CREATE TABLE events (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  at TEXT NOT NULL,
  task_id TEXT,
  kind TEXT NOT NULL,
  subject_type TEXT,
  subject_id TEXT,
  data TEXT NOT NULL DEFAULT '{}',
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX events_task ON events(task_id, seq);
CREATE INDEX events_cause ON events(cause_id);

CREATE TABLE decisions (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  task_id TEXT,
  kind TEXT NOT NULL,
  inputs TEXT NOT NULL,
  outcome TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX decisions_task ON decisions(task_id);

-- Private tables: never visible through query_graph
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  layer TEXT NOT NULL,
  pattern TEXT NOT NULL,
  position INTEGER,
  subject_type TEXT,
  subject_id TEXT,
  cause_id TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  domain TEXT PRIMARY KEY,
  cookies TEXT NOT NULL,
  user_agent TEXT,
  stored_at TEXT NOT NULL,
  expires_at TEXT,
  cause_id TEXT NOT NULL
) STRICT;

-- People (REQ 3.6.1)
CREATE TABLE auth_queue (
  id TEXT PRIMARY KEY,
  task_id TEXT REFERENCES tasks(id) ON DELETE CASCADE,
  search_id TEXT,
  domain TEXT NOT NULL,
  url TEXT NOT NULL,
  auth_type TEXT NOT NULL,
  priority TEXT NOT NULL CHECK (priority IN ('high', 'normal', 'low')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'resolved', 'skipped', 'failed')),
  queued_at TEXT NOT NULL,
  resolved_at TEXT,
  cause_id TEXT NOT NULL,
  UNIQUE (task_id, search_id, url)
) STRICT;
CREATE INDEX auth_queue_domain ON auth_queue(status, domain);

CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  event TEXT NOT NULL,
  message TEXT NOT NULL,
  shown INTEGER NOT NULL,
  channel TEXT NOT NULL,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;

CREATE TABLE questions (
  id TEXT PRIMARY KEY,
  prompt TEXT NOT NULL,
  choices TEXT NOT NULL DEFAULT '[]',
  asked_at TEXT NOT NULL,
  answered_at TEXT,
  answer TEXT,
  channel TEXT,
  timed_out INTEGER NOT NULL DEFAULT 0,
  cause_id TEXT NOT NULL
) STRICT;

-- Corrections by a person (FEEDBACK 7)
CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  action TEXT NOT NULL,
  target_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  applied_to_training INTEGER NOT NULL DEFAULT 0,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX idx_feedback_task ON feedback(task_id);
CREATE INDEX idx_feedback_action ON feedback(action);
CREATE INDEX idx_feedback_training ON feedback(applied_to_training);

-- Calibration (REQ 4.6.1)
CREATE TABLE calibration_samples (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  prediction REAL NOT NULL,
  actual INTEGER NOT NULL,
  context TEXT,
  used_in_version INTEGER,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX calibration_samples_source ON calibration_samples(source);

CREATE TABLE calibration_params (
  source TEXT NOT NULL,
  version INTEGER NOT NULL,
  method TEXT NOT NULL CHECK (method IN ('platt', 'temperature', 'identity')),
  params TEXT NOT NULL,
  sample_count INTEGER NOT NULL,
  brier_before REAL,
  brier_after REAL,
  is_current INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL,
  PRIMARY KEY (source, version)
) STRICT;

CREATE TABLE calibration_evaluations (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  brier_score REAL NOT NULL,
  brier_score_calibrated REAL,
  improvement_ratio REAL,
  expected_calibration_error REAL NOT NULL,
  samples_evaluated INTEGER NOT NULL,
  bins_json TEXT NOT NULL,
  calibration_version INTEGER,
  evaluated_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
