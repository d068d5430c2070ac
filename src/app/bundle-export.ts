import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { ExportBundleAnswer } from '../api/export-bundle.ts'
import type { BlockedDomain } from '../api/get-status.ts'
import { systemClock } from '../domain/clock.ts'
import { conclusionsOf } from '../domain/conclusions.ts'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { loadEngineTable } from '../engines/engine-table.ts'
import { isPublicAddress } from '../net/address.ts'
import type { HandOverParts } from '../report/bundle/hand-over.ts'
import { type BundleOrder, type BundleParts, type SliceTale, writeBundle } from '../report/bundle/write-bundle.ts'
import { renderReport } from '../report/markdown.ts'
import { collectReportData } from '../report/report-data.ts'
import { readTrustFiles } from '../research/trust-file.ts'
import { openStore } from '../store/open-store.ts'
import type { Application } from './application.ts'
import { catchUpWithOverrides } from './catch-up-with-overrides.ts'
import type { Home } from './home.ts'
import { serverTokenFile } from './server-token.ts'
import { programFacts } from './task-report.ts'
import { statusAsItStands } from './task-status.ts'
import { VERSION } from './version.ts'

export type Exporting = Pick<Application, 'research' | 'human' | 'home' | 'settings'>

/** A task with its evidence as one file (report/bundle). */
export async function exportTaskBundle(app: Exporting, order: BundleOrder): Promise<ExportBundleAnswer> {
  if (existsSync(order.path))
    throw new LyraError('INVALID_PARAMS', `${order.path} is there already`, { hint: 'Choose another name' })
  catchUpWithOverrides(app.research)
  const { blocked_domains: blocked, background, searches } = statusAsItStands(app, order.taskId)
  if (searches.some(({ status }) => status === 'running' || status === 'queued') || background.citations_pending > 0)
    throw new LyraError('INVALID_PARAMS', `Task ${order.taskId} is still searching`, {
      hint: 'Stop it, or wait until its citations are followed (`lyra status`), then export it',
    })
  const { file, bytes, manifest } = await writeBundle(partsOf(app, order.taskId, blocked), order)
  const { conclusions, rows, archive, privacy } = manifest
  return {
    ok: true,
    task_id: order.taskId,
    file,
    bytes,
    conclusions_sha256: conclusions.sha256,
    rows,
    archive_records: archive.records,
    signed: order.signingKeyPem !== null,
    private_pages: privacy.private_pages,
    private_page_count: privacy.pages,
    records_cleaned: privacy.records_cleaned,
    records_left_out: privacy.records_left_out + privacy.records_left_out_for_secrets,
  }
}

function partsOf(app: Exporting, taskId: string, blocked: readonly BlockedDomain[]): BundleParts {
  const { home, settings } = app
  return {
    ...handOverParts(app),
    settings,
    tell: (slice) => tellSlice(app, taskId, slice, blocked),
    files: (hosts) => ({ domains: domainList(hosts, home), engines: engineList(settings, home) }),
  }
}

export function handOverParts({ research, home, settings }: Exporting): HandOverParts {
  return {
    store: research.store,
    archiveFolder: home.archive,
    lyraVersion: VERSION,
    now: new Date(systemClock.now()).toISOString(),
    isPrivateAddress: (url) => isPrivateAddress(url, settings.net.allow_private),
    secrets: secretsOf(settings, home),
  }
}

/** What only this machine or its network can read: no web address, a private host, one the user let in as such. */
export function isPrivateAddress(url: string, allowed: readonly string[]): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.protocol === 'urn:') return false
  if (!/^https?:$/u.test(parsed.protocol)) return true
  const host = parsed.hostname.replace(/^\[|\]$/gu, '')
  if (allowed.includes(host) || allowed.includes(parsed.host)) return true
  if (/^[\d.]+$/u.test(host) || host.includes(':')) return !isPublicAddress(host)
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/u.test(host)
}

/** Shorter settings of this kind are no keys. */
const SHORTEST_KEY = 6

function secretsOf({ sources, server, net }: Settings, home: Home): readonly string[] {
  const file = serverTokenFile(home.root)
  return [
    sources.contact_email,
    sources.openalex_key,
    sources.semantic_scholar_key,
    sources.pubmed_key,
    server.token,
    net.tor_control_password,
    existsSync(file) ? readFileSync(file, 'utf8').trim() : '',
  ].filter((secret) => secret.length >= SHORTEST_KEY)
}

/** Reads the slice back as a receiver will, so that the report tells of nothing that stayed at home. */
function tellSlice(app: Exporting, taskId: string, slice: string, blocked: readonly BlockedDomain[]): SliceTale {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-slice-'))
  const { clock, ids, trust, settings } = app.research
  const store = openStore({ path: join(folder, 'lyra.db'), clock, ids, viewFolders: [], terms: null })
  try {
    store.slices.merge({ path: slice, taskId, isolated: true, dryRun: false, screen: (_, row) => row })
    const data = collectReportData({ store, trust }, taskId, settings.report, programFacts(settings))
    const domains = new Set(data.pages.map(({ domain }) => domain))
    const report = renderReport(
      data,
      blocked.filter(({ domain }) => domains.has(domain)),
    )
    return { report, conclusions: conclusionsOf(store.slices.conclusions(taskId)) }
  } finally {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The user's word on domains, as far as the task met them: the rest would tell of other research. */
function domainList(hosts: readonly string[], home: Home): string | null {
  const { domains, overrides, userContent } = readTrustFiles([home.domainsFile])
  const isMet = (domain: string) => hosts.some((host) => host === domain || host.endsWith(`.${domain}`))
  const met = {
    domains: domains.filter(({ domain }) => isMet(domain)),
    user_content: userContent.filter(isMet),
    user_overrides: overrides.filter(({ domain }) => isMet(domain)),
  }
  return Object.values(met).every((list) => list.length === 0) ? null : stringify(met)
}

/** Engines of the user's own, without which their result pages cannot be read again. */
function engineList({ engines }: Settings, home: Home): string | null {
  const file = join(home.root, 'engines.yaml')
  if (!existsSync(file)) return null
  const told = loadEngineTable(file).filter(
    ({ name, url }) => engines.default.includes(name) && !/\/\/[^/]*@/u.test(url),
  )
  return told.length === 0 ? null : stringify({ engines: told })
}
