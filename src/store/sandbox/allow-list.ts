/**
 * What query_graph may read (EXPLORE 4.2.1). A table that is not named here is invisible: `audit` and `sessions` are
 * private, and a table of a later migration stays hidden until someone decides otherwise.
 */
export const VISIBLE_TABLES: ReadonlySet<string> = new Set([
  ...['tasks', 'queries', 'serp_items', 'search_pages', 'search_fragments', 'task_metrics', 'jobs'],
  ...['search_targets', 'citation_candidates'],
  ...['works', 'work_updates', 'authors', 'identifiers', 'pages', 'fragments', 'claims', 'edges', 'contradictions'],
  ...['records', 'record_attributes', 'entities', 'entity_names', 'entity_mentions', 'entity_corrections'],
  ...['pivot_steps', 'query_expansions', 'page_statements'],
  ...['findings', 'finding_claims', 'finding_sources', 'finding_disputes', 'claim_links', 'claim_link_corrections'],
  ...['review_items', 'review_queues', 'task_updates', 'primary_sources', 'full_texts'],
  ...[
    'resource_index',
    'citation_communities',
    'embeddings',
    'domains',
    'domain_blocks',
    'trust_overrides',
    'engine_health',
    'serp_cache',
    'fetch_cache',
  ],
  ...['events', 'decisions', 'auth_queue', 'notifications', 'questions', 'feedback'],
  ...['calibration_samples', 'calibration_params', 'calibration_evaluations', 'adapters'],
])

/** Table-valued functions over JSON columns. */
export const VISIBLE_MODULES: ReadonlySet<string> = new Set(['json_each', 'json_tree'])

const words = (text: string) => text.trim().split(/\s+/u)

/** Pure functions of their arguments, of the row or of the day; nothing that loads, writes or looks inside SQLite. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...words('count sum total avg min max median percentile percentile_cont percentile_disc group_concat string_agg'),
  ...words('row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value'),
  ...words('abs round sign ceil ceiling floor trunc mod pow power sqrt exp ln log log2 log10 pi degrees radians'),
  ...words('sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh random'),
  ...words(
    'length octet_length substr substring instr replace trim ltrim rtrim upper lower printf format concat concat_ws',
  ),
  ...words('char unicode hex unhex quote unistr like glob zeroblob randomblob'),
  ...words('coalesce ifnull nullif iif if typeof likely unlikely likelihood subtype'),
  ...words('date time datetime julianday unixepoch strftime timediff current_date current_time current_timestamp'),
  ...words('json json_array json_array_length json_extract json_group_array json_group_object json_insert json_object'),
  ...words(
    'json_patch json_pretty json_quote json_remove json_replace json_set json_type json_valid json_error_position',
  ),
  ...words('jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object jsonb_object -> ->>'),
])
