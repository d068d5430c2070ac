import { join } from 'node:path'
import { USE_CASES } from '../../src/app/use-cases.ts'
import { COMMANDS } from '../../src/cli/command-table.ts'
import { CLIENTS } from '../../src/cli/install/clients.ts'
import { ERROR_TABLE } from '../../src/domain/errors.ts'
import { settingPaths } from '../../src/domain/setting-paths.ts'
import { cliPage } from './cli-page.ts'
import { clientsPage } from './clients-page.ts'
import { errorsPage } from './errors-page.ts'
import { lensesPage } from './lenses-page.ts'
import { settingsPage } from './settings-page.ts'
import { toolsPage } from './tools-page.ts'
import { readViews, viewsPage } from './views-page.ts'

/** Every generated page by its path from docs/reference; making one throws on anything without its description. */
export function referencePages(root: string): ReadonlyMap<string, () => string> {
  const views = join(root, 'config', 'views')
  return new Map([
    ['settings.md', () => settingsPage(settingPaths())],
    ['errors.md', () => errorsPage(ERROR_TABLE)],
    ['tools.md', () => toolsPage(USE_CASES.map(({ useCase }) => useCase))],
    ['views.md', () => viewsPage(readViews(views), views)],
    ['cli.md', () => cliPage(COMMANDS)],
    ['lenses.md', () => lensesPage(root)],
    ['../clients.md', () => clientsPage(CLIENTS)],
  ])
}
