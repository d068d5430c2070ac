import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edge, StanceRelation } from '../../../src/domain/claim.ts'
import { replayClock } from '../../../src/domain/clock.ts'
import { seededIds } from '../../../src/domain/ids.ts'
import type { Fragment, Page } from '../../../src/domain/page.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { DomainTrust } from '../../../src/research/domain-trust.ts'
import type { OpenedStore } from '../../../src/store/open-store.ts'
import { AT, claim, fragment, lookAt, page, search, stance, task, testStore } from '../../store/graph-fixture.ts'

const SHIPPED = join(import.meta.dirname, '..', '..', '..', 'config', 'domains.yaml')

/** A store, a trust book over the shipped list and a user's file, and short words for building a graph. */
export interface GraphWorld extends Disposable {
  readonly store: OpenedStore
  readonly trust: DomainTrust
  readonly settings: typeof defaultSettings
  readonly clock: ReturnType<typeof replayClock>
  readonly ids: ReturnType<typeof seededIds>
  readonly archive: string
  /** Writes the user's domains.yaml; each writing has its own time stamp. */
  overrides(text: string): void
  /** A page with one fragment; both are named after the id. */
  source(id: string, domain: string, over?: { page?: Partial<Page>; fragment?: Partial<Fragment> }): void
  claim(id: string, from: string, over?: Parameters<typeof claim>[3] & { task?: string }): void
  stance(from: string, claimId: string, relation: StanceRelation, confidence: number, over?: Partial<Edge>): string
}

export function graphWorld(): GraphWorld {
  const opened = testStore()
  const { store } = opened
  const file = join(opened.folder, 'domains.yaml')
  const archive = join(opened.folder, 'archive')
  mkdirSync(archive)
  store.tasks.insert(task('task_1'))
  store.tasks.insert(task('task_2'))
  store.searches.insert(search('s_1', 'task_1', { status: 'satisfied' }))
  store.searches.insert(search('s_2', 'task_2', { status: 'satisfied' }))
  return {
    store,
    trust: new DomainTrust([SHIPPED, file], store.domains),
    settings: defaultSettings,
    clock: replayClock(Date.parse(AT)),
    ids: seededIds('graph-world'),
    archive,
    overrides: (text) => writeFileSync(file, text),
    source: (id, domain, over = {}) => {
      const saved = page(id, { url: `https://${domain}/${id}`, domain, authors: [], ...over.page })
      store.pages.save(saved)
      lookAt(store, 's_1', [saved])
      const text = `Fragment of ${id}: the treatment lowered HbA1c by 0.7 points.`
      store.fragments.saveAll([fragment(`f_${id}`, id, { text_content: text, quality_score: 1, ...over.fragment })])
    },
    claim: (id, from, { task: taskId = 'task_1', ...over } = {}) => {
      store.claims.saveAll([
        claim(id, taskId, `f_${from}`, { search_id: taskId === 'task_1' ? 's_1' : 's_2', ...over }),
      ])
    },
    stance: (from, claimId, relation, confidence, over = {}) => {
      const rationale = store.fragments.get(`f_${from}`)?.text_content ?? null
      const edge = stance(`f_${from}`, claimId, relation, confidence, { rationale, ...over })
      store.edges.saveStance(edge)
      return edge.id
    },
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  }
}
