import { join } from 'node:path'
import { loadEngineTables } from '../../engines/engine-table.ts'
import { createSiteSearch, type SiteSearch } from '../../engines/site-search.ts'
import { createFormSubmitter } from '../../engines/submit-search-form.ts'
import { createWebSearch } from '../../engines/web-search.ts'
import { screenedSerpCache } from '../../intake/admit-results.ts'
import { PACKAGE_ROOT } from '../package-root.ts'
import type { Browsers } from './wire-browsers.ts'
import { deadlinesOf, type WireInput } from './wire-input.ts'

/** Web search, and the sites' own search where an engine cannot look inside them. */
export function wireEngines(
  { settings, home, store, clock, random, log, replay }: WireInput,
  { resultPages }: Pick<Browsers, 'resultPages'>,
): { readonly webSearch: ReturnType<typeof createWebSearch>; readonly siteSearch: SiteSearch } {
  const { serp, page } = deadlinesOf(settings)
  const webSearch = createWebSearch({
    table: loadEngineTables(join(PACKAGE_ROOT, 'config', 'engines.yaml'), join(home.root, 'engines.yaml')),
    browser: resultPages(serp),
    health: store.engines,
    // L2 (REQ 4.4.1): the cache is read by query_graph too.
    cache: screenedSerpCache(store.caches),
    events: store.events,
    settings: settings.engines,
    serpTimeoutMs: serp,
    clock,
    random,
    log,
  })
  const siteSearch = createSiteSearch({
    submit: createFormSubmitter({ browser: resultPages(page), random, clock, replaying: replay !== null }),
    web: webSearch,
    settings: settings.engines,
    events: store.events,
    clock,
  })
  return { webSearch, siteSearch }
}
