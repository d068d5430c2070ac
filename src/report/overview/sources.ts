import type { SourcePage, SourceSite, SourcesAnswer } from '../../api/get-sources.ts'
import type { Page } from '../../domain/page.ts'
import { type TrustLevel, trustIndex } from '../../domain/trust.ts'
import { RESTORE_VIA, skippedDomains } from '../../research/skipped-results.ts'
import type { PageUse } from '../../store/overview-rows.ts'
import { requireTask } from '../../store/require-task.ts'
import type { OverviewParts } from './findings.ts'

/** The sites of a task, those with most pages first; blocked ones that were skipped are among them. */
export function sourcesOf(parts: OverviewParts, taskId: string): SourcesAnswer {
  const { store } = parts
  const task = requireTask(store, taskId)
  const uses = Map.groupBy(store.overview.uses(taskId), ({ page_id: id }) => id)
  const byDomain = Map.groupBy(store.pages.ofTask(taskId), (page) => page.domain)
  const skipped = skippedDomains(parts, taskId).filter((domain) => !byDomain.has(domain))
  const sites = [
    ...[...byDomain].map(([domain, pages]) =>
      siteOf(
        parts,
        domain,
        pages.map((page) => shownPage(page, uses.get(page.id) ?? [])),
      ),
    ),
    ...skipped.map((domain) => siteOf(parts, domain, [])),
  ]
  return { ok: true, query: task.query, restore_via: RESTORE_VIA, sites: sites.sort(byUse) }
}

/** The sites of the home whose trust somebody or something has changed. */
export function markedSites(parts: OverviewParts): SourcesAnswer {
  const { store, trust } = parts
  const domains = new Set([
    ...store.domains.blocked().map(({ domain }) => domain),
    ...store.overview.onceBlocked(),
    ...trust.overrides().map(({ domain }) => domain),
  ])
  const sites = [...domains].map((domain) => siteOf(parts, domain, []))
  return { ok: true, query: null, restore_via: RESTORE_VIA, sites: sites.sort(byUse) }
}

function siteOf({ store, trust }: OverviewParts, domain: string, pages: readonly SourcePage[]): SourceSite {
  const { level, source, category } = trust.ofUrl(`https://${domain}/`, domain)
  const override = trust.overrideOf(domain)
  return {
    domain,
    trust: level,
    trust_source: source,
    category,
    override_domain: override?.domain ?? null,
    override_reason: override?.reason ?? null,
    is_blocked: level === 'BLOCKED',
    blocks: store.domains.blocksOf(domain).map(({ id: _id, domain: _domain, cause_id: _cause, ...block }) => block),
    pages,
  }
}

function shownPage(page: Page, uses: readonly PageUse[]): SourcePage {
  const on = (relation: PageUse['relation']) => uses.find((use) => use.relation === relation)?.findings ?? 0
  return {
    page_id: page.id,
    url: page.url,
    title: page.title,
    year: page.year ?? (Number(page.published_at?.slice(0, 4)) || null),
    route: page.route,
    outcome: page.outcome,
    fetched_at: page.fetched_at,
    retracted: page.is_retracted,
    quality: page.quality_score,
    quality_reasons: page.quality_reasons ?? [],
    archived: page.warc_record_id !== null,
    supports: on('supports'),
    refutes: on('refutes'),
  }
}

function byUse(a: SourceSite, b: SourceSite): number {
  const used = (site: SourceSite) => site.pages.reduce((sum, page) => sum + page.supports + page.refutes, 0)
  const trust = (level: TrustLevel) => (level === 'BLOCKED' ? Number.MAX_SAFE_INTEGER : trustIndex(level))
  return used(b) - used(a) || trust(b.trust) - trust(a.trust) || (a.domain < b.domain ? -1 : 1)
}
