import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../domain/clock.ts'
import { randomIds } from '../domain/ids.ts'
import { importBundle } from '../report/bundle/import-bundle.ts'
import { type Manifest, MEMBERS } from '../report/bundle/manifest.ts'
import { configOf } from '../report/bundle/shared-settings.ts'
import { readText } from '../report/bundle/unpack-bundle.ts'
import { verifyBundle } from '../report/bundle/verify-bundle.ts'
import { openStore } from '../store/open-store.ts'
import { openHome } from './home.ts'

export type { Manifest } from '../report/bundle/manifest.ts'

/** A home of its own for one bundle, in a temporary folder: read like any other; the user's is not touched. */
export interface BundleHome extends Disposable {
  readonly folder: string
  readonly manifest: Manifest
  /** SHA-256 of the key that signed it. */
  readonly signedBy: string | null
  readonly keptOut: Readonly<Record<string, number>>
}

export async function openBundleHome(
  file: string,
  expectedKeyPem: string | null,
  parent: string = tmpdir(),
): Promise<BundleHome> {
  const bundle = await verifyBundle(file, expectedKeyPem)
  const folder = mkdtempSync(join(parent, 'lyra-bundle-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const home = openHome(folder)
    const put = (name: string, text: string | null) => {
      if (text !== null) writeFileSync(join(folder, name), text, { mode: 0o600 })
    }
    put('config.yaml', configOf(bundle.manifest.settings))
    put('domains.yaml', await readText(bundle, MEMBERS.domains))
    put('engines.yaml', await readText(bundle, MEMBERS.engines))
    const ids = randomIds()
    const store = openStore({ path: home.database, clock: systemClock, ids, viewFolders: [], terms: null })
    try {
      const parts = { store, ids, archiveFolder: home.archive }
      const { kept_out: keptOut } = await importBundle(parts, bundle, { isolated: true, dryRun: false })
      const signedBy = bundle.signer?.key_sha256 ?? null
      return { folder, manifest: bundle.manifest, signedBy, keptOut, [Symbol.dispose]: remove }
    } finally {
      store.close()
    }
  } catch (error) {
    remove()
    throw error
  }
}
