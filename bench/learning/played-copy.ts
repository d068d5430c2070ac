import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replayClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { DomainTrust } from '../../src/research/domain-trust.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Played } from '../worlds/play-world.ts'

const AT = Date.parse('2026-01-15T10:00:00.000Z')

/** A researched world in a folder of its own, to be read or corrected; the home itself is left as it is. */
export function openCopy({ home }: Pick<Played, 'home'>, root: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-learning-'))
  for (const name of ['lyra.db', 'lyra.db-wal'])
    if (existsSync(join(home, name))) copyFileSync(join(home, name), join(folder, name))
  const clock = replayClock(AT)
  const ids = seededIds('learning')
  const store = openStore({ path: join(folder, 'lyra.db'), clock, ids, viewFolders: [], terms: null })
  const trust = new DomainTrust([join(root, 'config', 'domains.yaml'), join(home, 'domains.yaml')], store.domains)
  return {
    folder,
    ids,
    parts: { store, trust, settings: defaultSettings, clock },
    [Symbol.dispose]: () => {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
