import { join } from 'node:path'
import { USE_CASES } from '../../src/app/use-cases.ts'
import { COMMANDS } from '../../src/cli/command-table.ts'
import { CLIENTS } from '../../src/cli/install/clients.ts'
import { ERROR_TABLE } from '../../src/domain/errors.ts'
import { settingPaths } from '../../src/domain/setting-paths.ts'
import { loadDescriptions } from '../../src/sources/records/load-descriptions.ts'
import { loadPivots } from '../../src/sources/records/pivots.ts'
import { cliPage } from './cli-page.ts'
import { clientsPage } from './clients-page.ts'
import { errorsPage } from './errors-page.ts'
import { lensesPage } from './lenses-page.ts'
import { settingsPage } from './settings-page.ts'
import { sourcesPage } from './sources-page.ts'
import { toolsPage } from './tools-page.ts'
import { readViews, viewsPage } from './views-page.ts'

/** Every generated page by its path from docs/reference; making one throws on anything without its description. */
export function referencePages(root: string): ReadonlyMap<string, () => string> {
  const views = join(root, 'config', 'views')
  const sources = join(root, 'config', 'sources')
  const pivots = join(root, 'config', 'pivots.yaml')
  return new Map([
    ['settings.md', () => settingsPage(settingPaths())],
    ['errors.md', () => errorsPage(ERROR_TABLE)],
    ['tools.md', () => toolsPage(USE_CASES.map(({ useCase }) => useCase))],
    ['views.md', () => viewsPage(readViews(views), views)],
    ['sources.md', () => sourcesPage(loadDescriptions(sources), loadPivots(pivots))],
    ['cli.md', () => cliPage(COMMANDS)],
    ['lenses.md', () => lensesPage(root)],
    ['../clients.md', () => clientsPage(CLIENTS)],
  ])
}
