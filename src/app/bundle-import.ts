import type { ImportBundleAnswer } from '../api/import-bundle.ts'
import { importBundle } from '../report/bundle/import-bundle.ts'
import { verifyBundle } from '../report/bundle/verify-bundle.ts'
import type { Application } from './application.ts'

export async function importIntoHome(
  { research, home }: Pick<Application, 'research' | 'home'>,
  { file, key, dryRun }: { readonly file: string; readonly key: string | null; readonly dryRun: boolean },
): Promise<ImportBundleAnswer> {
  const bundle = await verifyBundle(file, key)
  const parts = { store: research.store, ids: research.ids, archiveFolder: home.archive }
  const { files, ...merged } = await importBundle(parts, bundle, { isolated: false, dryRun })
  return {
    ok: true,
    task_id: bundle.manifest.task.id,
    dry_run: dryRun,
    signed_by: bundle.signer?.key_sha256 ?? null,
    private_pages: bundle.manifest.privacy.private_pages,
    private_page_count: bundle.manifest.privacy.pages,
    ...merged,
    files_added: files.added,
    files_same: files.same,
    files_in_conflict: files.conflicts,
  }
}
