import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openArchiveWriter } from '../../../src/archive/writer.ts'
import { conclusionsOf } from '../../../src/domain/conclusions.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { type BundleOrder, type WrittenBundle, writeBundle } from '../../../src/report/bundle/write-bundle.ts'
import { htmlExchange } from '../../archive/samples.ts'
import { type GraphWorld, graphWorld } from '../../research/graph/graph-world.ts'
import { AT, claim, fragment, lookAt, page, stance } from '../../store/graph-fixture.ts'

export const TASK = 'task_1'
export const SESSION = 'sess-9f8e7d6c5b4a3210'
export const PRIVATE_TEXT = 'The ward reports four falls in March.'
const TEXTS = {
  nejm: 'Sitagliptin lowered HbA1c by 0.7 points in the trial.',
  pmda: 'シタグリプチンの投与によりHbA1cは0.7ポイント低下した。',
  bmj: 'Sitagliptin did not lower HbA1c in the second trial.',
  library: PRIVATE_TEXT,
}
const URLS = {
  nejm: 'https://nejm.org/p1',
  pmda: 'https://pmda.go.jp/p2',
  bmj: 'https://bmj.com/p3',
  library: 'https://library.example/p4',
}
export type Source = keyof typeof URLS

/** A folder that goes with the test. */
export function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-bundle-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Three sources of task_1, of which bmj.com was fetched by task_2 before, and one that a person's login gave. Each is
 * archived, with a cookie in its answer; a claim each, in English and Japanese.
 */
export async function bundleWorld(): Promise<GraphWorld> {
  const world = graphWorld()
  const archive = openArchiveWriter({ folder: world.archive, clock: world.clock, software: 'lyra test' })
  const responseHeaders = { 'content-type': 'text/html', 'set-cookie': `sid=${SESSION}; Path=/` }
  const sources: readonly (readonly [Source, string])[] = [
    ['nejm', 'task_1'],
    ['pmda', 'task_1'],
    ['bmj', 'task_2'],
    ['library', 'task_1'],
  ]
  for (const [name, group] of sources) {
    const html = `<html><title>${name}</title><p>${TEXTS[name]}</p></html>`
    const ref = await archive.write(htmlExchange(URLS[name], html, { responseHeaders }), group)
    await archive.write(htmlExchange(`${URLS[name]}/other`, html.repeat(2), { responseHeaders }), group)
    const host = new URL(URLS[name]).hostname
    const place = { warc_file: ref.file, warc_record_id: ref.recordId }
    const saved = page(`page_${name}`, {
      url: URLS[name],
      domain: host,
      authors: [],
      title: `Page of ${name}`,
      ...place,
    })
    world.store.pages.save(saved)
    lookAt(world.store, 's_1', [saved])
    world.store.fragments.saveAll([fragment(`frag_${name}`, saved.id, { text_content: TEXTS[name] })])
    world.store.claims.saveAll([claim(`claim_${name}`, TASK, `frag_${name}`, { claim_text: TEXTS[name] })])
  }
  await archive.close()
  world.store.edges.saveStance(stance('frag_pmda', 'claim_nejm', 'supports', 0.9))
  world.store.edges.saveStance(stance('frag_bmj', 'claim_nejm', 'refutes', 0.8))
  world.store.edges.saveStance(stance('frag_library', 'claim_nejm', 'neutral', 0.5))
  world.store.people.sessions.save(
    {
      domain: 'library.example',
      cookies: [{ name: 'sid', value: SESSION }],
      user_agent: null,
      stored_at: '2025-01-01T00:00:00.000Z',
      expires_at: null,
    },
    'cause_test',
  )
  return world
}

export function exportFrom(world: GraphWorld, path: string, over: Partial<BundleOrder> = {}): Promise<WrittenBundle> {
  return writeBundle(
    {
      store: world.store,
      settings: { ...defaultSettings, sources: { ...defaultSettings.sources, results: 7, openalex_key: 'key-123456' } },
      archiveFolder: world.archive,
      lyraVersion: '0.1.0',
      now: AT,
      isPrivateAddress: (url) => url.includes('10.20.30.40'),
      secrets: ['key-123456'],
      tell: () => ({ report: '# Report\n', conclusions: conclusionsOf(world.store.slices.conclusions(TASK)) }),
      files: () => ({ domains: null, engines: null }),
    },
    { taskId: TASK, path, withPrivate: false, signingKeyPem: null, ...over },
  )
}
