import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, lstat, mkdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { LyraError } from '../domain/errors.ts'

/**
 * Unpacks the bundled Chromium once per user and version. The package's own unpacker trusts whatever is at
 * /tmp/chromium, and two concurrent runs could start a half-written binary.
 */
export async function unpackBundled(pack: string): Promise<string> {
  const { size, mtimeMs } = await stat(pack)
  const folder = join(tmpdir(), `lyra-browser-${process.getuid?.() ?? 'user'}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const owner = await lstat(folder)
  const mine = owner.isDirectory() && owner.uid === process.getuid?.() && (owner.mode & 0o077) === 0
  if (!mine) {
    throw new LyraError('CHROME_NOT_READY', 'The folder for the bundled browser belongs to somebody else', {
      details: { auto_start_attempted: false, hint: 'Set TMPDIR to a folder of your own' },
    })
  }
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

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
