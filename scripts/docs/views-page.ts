import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { ViewEntry } from '../../src/store/views.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

/** The columns come from SQLite itself: an empty database with the shipped views. */
export function readViews(folder: string): readonly ViewEntry[] {
  const place = mkdtempSync(join(tmpdir(), 'lyra-docs-'))
  const store = openStore({
    path: join(place, 'lyra.db'),
    clock: systemClock,
    ids: seededIds('docs'),
    viewFolders: [folder],
    terms: null,
  })
  try {
    const [problem] = store.viewProblems
    if (problem !== undefined) throw new Error(`View ${problem.name}: ${problem.message}`)
    return store.views()
  } finally {
    store.close()
    rmSync(place, { recursive: true })
  }
}

export function viewsPage(views: readonly ViewEntry[], folder: string): string {
  const rows = views.map((view) => [
    `[${code(view.name)}](#${view.name})`,
    documented(view.purpose, `View ${view.name}`),
    view.columns.map(code).join(', '),
  ])
  return [
    '# Views',
    '',
    GENERATED,
    '<!-- Source: config/views/*.sql -->',
    '',
    'Real SQLite views, read with `query_graph` or `lyra query "SELECT * FROM v_contradictions WHERE task_id = \'task_...\'"`.',
    'Your own go to `LYRA_HOME/views/v_<name>.sql`; a file of the same name takes the place of the shipped one.',
    '',
    markdownTable(['view', 'purpose', 'columns'], rows),
    '',
    ...views.flatMap((view) => [
      `## ${view.name}`,
      '',
      '```sql',
      readFileSync(join(folder, `${view.name}.sql`), 'utf8').trimEnd(),
      '```',
      '',
    ]),
  ].join('\n')
}
