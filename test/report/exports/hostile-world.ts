import { collectExportData } from '../../../src/report/exports/export-data.ts'
import { graphWorld } from '../../research/graph/graph-world.ts'
import { AT, claim, fragment, lookAt, page, stance, work } from '../../store/graph-fixture.ts'

export const TITLE = 'Dose_response & 50% {lower} HbA1c: シタグリプチンの~効果 #2'

/** A Japanese paper and a page, with signs that mean something in each format; the page's claim refutes the paper's. */
export function hostileWorld() {
  const made = graphWorld()
  const { store } = made
  const paper = store.works.merge(
    work({
      title: TITLE,
      authors: ['山田 太郎', 'Green, Jennifer B.', 'WHO'],
      venue: '日本糖尿病学会誌',
      url: 'https://doi.org/10.1000/xyz123',
    }),
    AT,
    'cause_test',
  )
  const [read, blog] = [
    page('page_paper1', { url: 'https://jds.example/p1', domain: 'jds.example', work_id: paper.id, title: TITLE }),
    page('page_blog22', {
      url: 'https://tea.example/p2?a=1&b=2',
      domain: 'tea.example',
      title: 'お茶のブログ',
      authors: [],
    }),
  ]
  for (const one of [read, blog]) store.pages.save(one)
  lookAt(store, 's_1', [read, blog])
  store.fragments.saveAll([
    fragment('frag_1', read.id, { text_content: 'HbA1cは0.7ポイント低下した。' }),
    fragment('frag_2', blog.id, { text_content: 'It did not lower HbA1c.' }),
  ])
  store.claims.saveAll([
    claim('claim_1', 'task_1', 'frag_1', { claim_text: 'HbA1cは0.7ポイント低下した。', confidence: 0.8 }),
    claim('claim_2', 'task_1', 'frag_2', { claim_text: 'It [[did]] not | lower HbA1c.' }),
  ])
  store.edges.saveStance(stance('frag_2', 'claim_1', 'refutes', 0.9, { rationale: 'It did not lower HbA1c.' }))
  return { data: collectExportData(made, 'task_1'), [Symbol.dispose]: made[Symbol.dispose] }
}
