import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, lstat, mkdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { LyraError } from '../domain/errors.ts'

/**
 * Unpacks the bundled Chromium once per user and version. The package's own unpacker trusts whatever is at
 * /tmp/chromium, and two concurrent runs could start a half-written binary.
 */
export async function unpackBundled(pack: string, temporary: string = tmpdir()): Promise<string> {
  const { size, mtimeMs } = await stat(pack)
  const folder = (await ownFolderBeside(pack)) ?? (await ownFolderIn(temporary))
  const program = join(folder, `chromium-${size}-${Math.round(mtimeMs)}`)
  if (await exists(program)) return program
  const partial = `${program}.${process.pid}`
  try {
    await pipeline(createReadStream(pack), createBrotliDecompress(), createWriteStream(partial, { mode: 0o700 }))
    await chmod(partial, 0o700)
    await rename(partial, program)
  } finally {
    await rm(partial, { force: true })
  }
  return program
}

/** Beside the pack, so that it goes with the package; null where this user cannot have a folder of his own there. */
async function ownFolderBeside(pack: string): Promise<string | null> {
  const folder = join(dirname(pack), 'lyra-browser')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return (await isOwn(folder)) ? folder : null
  } catch {
    return null
  }
}

async function ownFolderIn(temporary: string): Promise<string> {
  const folder = join(temporary, `lyra-browser-${process.getuid?.() ?? 'user'}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await isOwn(folder)) return folder
  throw new LyraError('CHROME_NOT_READY', 'The folder for the bundled browser belongs to somebody else', {
    details: { auto_start_attempted: false, hint: 'Set TMPDIR to a folder of your own' },
  })
}

/** A folder of this user that nobody else may enter; a link is none. */
async function isOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
