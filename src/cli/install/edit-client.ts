import { isDeepStrictEqual } from 'node:util'
import { LyraError } from '../../domain/errors.ts'
import { type Client, configPathOf, type Machine } from './client.ts'
import { entryOf } from './clients.ts'
import {
  backupOf,
  readBackup,
  readUserFile,
  removeFile,
  removeUserFile,
  type UserFile,
  writeBackup,
  writeUserFile,
} from './config-file.ts'
import { type EntryPlace, entryIn, isTree, putChecked, removeChecked, type Tree } from './config-format.ts'
import { isOurs, type Launch, launchIn, type OwnServer, SERVER_NAME } from './launch.ts'

export type EditOutcome = 'added' | 'updated' | 'unchanged' | 'undone' | 'not_installed'

/** What is to be done to one file, decided before anything is written. */
export interface Edit {
  readonly outcome: EditOutcome
  readonly file: UserFile
  /** The new text; null: the file goes; undefined: nothing is written. */
  readonly text?: string | null
  readonly backup?: 'make' | 'remove'
}

export interface EditContext {
  readonly machine: Machine
  /** An entry that leads there is ours. */
  readonly server: OwnServer
  readonly force: boolean
}

export function planInstall(client: Client, launch: Launch, context: EditContext): Edit {
  const entry = entryOf(client, launch)
  if (entry === null)
    throw new LyraError('INVALID_PARAMS', `The config of ${client.title} cannot name an HTTP server with a header`, {
      hint: `Leave --http: \`lyra install ${client.id}\``,
    })
  const file = readUserFile(configPathOf(client, context.machine))
  return naming(file, () => {
    const place = placeOf(client)
    const text = file.text ?? ''
    const known = entryIn(client.format.read(text), place)
    if (isDeepStrictEqual(known, entry)) return { outcome: 'unchanged', file }
    const own = known !== undefined && isOurs(known, context.server)
    if (known !== undefined && !own && !context.force) throw conflict(client, file)
    const backup = own ? readBackup(file) : null
    if (backup === null) {
      const next = putChecked(client.format, text, place, entry)
      return { outcome: known === undefined ? 'added' : 'updated', file, text: next, backup: 'make' }
    }
    // From the text before the first install, where that is still what the file is but for our entry.
    const from = isTree(known) && madeFrom(client, backup, known) === text ? backup : text
    return { outcome: 'updated', file, text: putChecked(client.format, from, place, entry) }
  })
}

/** Back to the byte where nobody else has written since; else our entry alone is taken out of what is there now. */
export function planUndo(client: Client, context: EditContext): Edit {
  const file = readUserFile(configPathOf(client, context.machine))
  return naming(file, () => {
    const place = placeOf(client)
    const known = entryIn(client.format.read(file.text ?? ''), place)
    if (file.text === null || !isTree(known) || !isOurs(known, context.server))
      return { outcome: 'not_installed', file }
    const backup = readBackup(file)
    if (backup === null && madeFrom(client, '', known) === file.text) return { outcome: 'undone', file, text: null }
    if (backup !== null && madeFrom(client, backup, known) === file.text)
      return { outcome: 'undone', file, text: backup, backup: 'remove' }
    const before = backup === null ? {} : client.format.read(backup)
    const replaced = entryIn(before, place)
    const hadSection = Object.hasOwn(before, place.section)
    const text = isTree(replaced)
      ? putChecked(client.format, file.text, place, replaced)
      : removeChecked(client.format, file.text, place, !hadSection)
    return { outcome: 'undone', file, text, ...(backup === null ? {} : { backup: 'remove' as const }) }
  })
}

export function carryOut({ file, text, backup }: Edit): void {
  if (text === undefined) return
  if (backup === 'make') writeBackup(file)
  if (text === null) removeUserFile(file)
  else writeUserFile(file, text)
  if (backup === 'remove') removeFile(backupOf(file))
}

export type ClientState = 'none' | 'stdio' | 'http' | 'other' | 'unusable'

/** What the config of a client says of Lyra now. */
export function stateOf(client: Client, context: EditContext): ClientState {
  try {
    const file = readUserFile(configPathOf(client, context.machine))
    const known = entryIn(client.format.read(file.text ?? ''), placeOf(client))
    if (known === undefined) return 'none'
    return isOurs(known, context.server) ? (launchIn(known)?.kind ?? 'other') : 'other'
  } catch (error) {
    if (error instanceof LyraError && error.code === 'CONFIG_UNUSABLE') return 'unusable'
    throw error
  }
}

export function placeOf({ section }: Client): EntryPlace {
  return { section, name: SERVER_NAME }
}

function madeFrom(client: Client, text: string, entry: Tree): string | null {
  try {
    return putChecked(client.format, text, placeOf(client), entry)
  } catch {
    return null
  }
}

function conflict(client: Client, file: UserFile): LyraError {
  return new LyraError('CONFIG_CONFLICT', `${file.path} has a server named "${SERVER_NAME}" that is not Lyra`, {
    hint: `Rename it there, or replace it: \`lyra install ${client.id} --force\` (--undo brings it back)`,
  })
}

/** Which file it is that cannot be read stands in front of why. */
function naming<T>(file: UserFile, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof LyraError) || error.code !== 'CONFIG_UNUSABLE') throw error
    if (error.message.startsWith(file.path)) throw error
    throw new LyraError('CONFIG_UNUSABLE', `${file.path} cannot be edited: ${error.message}`, {
      hint: 'Nothing was changed; correct the file, then run the command again',
    })
  }
}
