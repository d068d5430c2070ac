import { join } from 'node:path'
import { loadLenses } from '../research/scope/lens-files.ts'
import { loadOrganisations } from '../research/scope/organisations.ts'
import type { ScopeTables } from '../research/scope/resolve-scope.ts'
import { PACKAGE_ROOT } from './package-root.ts'

/** Shipped in config/, with the user's own in LYRA_HOME. Read anew each time: a file may have been added. */
export function loadScopeTables(home: string): ScopeTables {
  const shipped = join(PACKAGE_ROOT, 'config')
  return {
    lenses: loadLenses(join(shipped, 'lenses'), join(home, 'lenses')),
    organisations: loadOrganisations(join(shipped, 'organisations.yaml'), join(home, 'organisations.yaml')),
  }
}
