import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { LyraError } from '../domain/errors.ts'

/** A file that a person named: there, a file, and not empty. What is wrong with it is told by its name. */
export function readBytes(file: string): Buffer {
  requireFile(file)
  try {
    return readFileSync(file)
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** The same without reading it, for a file that is read piece by piece. */
export function requireFile(file: string): void {
  try {
    const stat = statSync(file)
    if (stat.isDirectory()) throw new LyraError('INVALID_PARAMS', `${file} is a folder, not a file`, { hint: GIVE })
    if (stat.isFile() && stat.size === 0)
      throw new LyraError('INVALID_PARAMS', `The file ${file} is empty`, { hint: FILL })
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw error instanceof LyraError ? error : unreadable(file, error)
  }
}

const GIVE = 'Give the path of the file that is to be read'
const FILL = 'Look whether it was saved, or give another file'

function unreadable(file: string, cause: unknown): LyraError {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new LyraError('NOT_FOUND', `There is no file ${file}`, { hint: 'Check the path', cause })
  const why = code === 'EACCES' || code === 'EPERM' ? 'no permission' : (code ?? message)
  return new LyraError('INVALID_PARAMS', `The file ${file} cannot be read: ${why}`, { hint: GIVE, cause })
}

/** Text in UTF-8, without the mark that some programs put before it. */
export function readText(file: string): string {
  return textOf(file, readBytes(file))
}

export function textOf(file: string, bytes: Buffer): string {
  const kind = KINDS.find(([start]) => bytes.subarray(0, start.length).equals(start))?.[1]
  if (kind !== undefined) throw noText(file, kind)
  if (bytes.includes(0)) throw noText(file, 'no text file')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    const line = bytes.toString('utf8').split('\ufffd', 1)[0]?.split('\n').length ?? 1
    throw new LyraError('INVALID_PARAMS', `The file ${file} is not in UTF-8 (line ${line})`, {
      hint: 'Save it as UTF-8; `iconv -f SHIFT_JIS -t UTF-8` changes an older Japanese file',
      cause: error,
    })
  }
  if (text.trim() === '') throw new LyraError('INVALID_PARAMS', `The file ${file} is empty`, { hint: FILL })
  return text
}

/** What people take for text; by the first bytes. */
const KINDS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('%PDF-'), 'a PDF'],
  [Buffer.from('PK\x03\x04'), 'a packed file (Word, zip or another)'],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'a file of an older Word or Excel'],
  [Buffer.from([0xff, 0xfe]), 'text in UTF-16'],
  [Buffer.from([0xfe, 0xff]), 'text in UTF-16'],
]

function noText(file: string, kind: string): LyraError {
  return new LyraError('INVALID_PARAMS', `The file ${file} is ${kind}; text in UTF-8 is read here`, {
    hint: 'Save it as plain text (UTF-8) in the program that it is from',
  })
}

const LONGEST_KEY = 4096

/** A key as `openssl` writes it. */
export function readKey(file: string): string {
  const text = readText(file)
  if (text.length <= LONGEST_KEY && text.includes('-----BEGIN ')) return text
  throw new LyraError('INVALID_PARAMS', `The file ${file} holds no key in PEM form`, {
    hint: 'Make one with `openssl genpkey -algorithm ed25519 -out key.pem`, its other half with `openssl pkey -pubout`',
  })
}

/**
 * A contract speaks of its fields (`list: must be ...`), and whoever reads a bundle of "the bundle". Here a person has
 * given a file: a message that begins with one of these words is told of the file.
 */
export async function namingFile<T>(file: string, words: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LyraError)) throw error
    const { code, message, hint, details } = error
    const named = words.find((word) => message.startsWith(word))
    if (named === undefined) throw error
    const rest = message.slice(named.length)
    throw new LyraError(code, `${file}${rest.startsWith(' ') || rest.startsWith(':') ? '' : ': '}${rest}`, {
      ...{ hint, details, cause: error },
    })
  }
}
