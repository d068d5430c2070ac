import type { Logger } from '../../domain/log.ts'
import type { Settings } from '../../domain/settings.ts'
import type { ModelAddress } from '../../models/choices.ts'
import { openHome } from '../home.ts'
import { fetchFromFolder } from './fetch-from-folder.ts'
import { fetchFromHub } from './fetch-from-hub.ts'
import { measureInUse } from './in-use.ts'
import { type ShelvedModel, shelveModel } from './shelve-model.ts'

interface PullInput {
  readonly settings: Settings
  readonly log: Logger
  readonly anyway: boolean
  readonly fetchOnly: boolean
  readonly now: () => number
  readonly onProgress: (message: string) => void
  readonly signal: AbortSignal
}

/** From the hub or a folder to the shelf: fetched and checked by hash, measured, then taken or kept aside. */
export async function pullAndShelve(
  address: Extract<ModelAddress, { kind: 'hub' | 'folder' }>,
  { settings, log, anyway, fetchOnly, now, onProgress, signal }: PullInput,
): Promise<ShelvedModel> {
  const { home } = settings
  const fetched =
    address.kind === 'hub'
      ? await fetchFromHub({ ...address, settings, log, onProgress, signal })
      : await fetchFromFolder(address.path, home, { onProgress, signal })
  onProgress('measuring it and the models in use on the check set')
  const { threads } = settings.models
  const shelf = openHome(home).models
  return shelveModel(fetched, {
    ...{ home, shelf, threads, now, signal, anyway, fetchOnly },
    measureInUse: (task, measure) => measureInUse(task, { settings, log, measure }),
  })
}
