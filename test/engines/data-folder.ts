import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

const ROOT = resolve(import.meta.dirname, '../..')
const DATA = resolve(ROOT, process.env.LYRA_DATA ?? '../shared/data')

export const repoFile = (path: string): string => join(ROOT, path)

/** For the `skip` option of a test: false when the folder is there, else the reason. */
export function without(folder: string): string | false {
  return existsSync(join(DATA, folder)) ? false : `no recorded material (${folder}); set LYRA_DATA to its folder`
}

export const dataPath = (path: string): string => join(DATA, path)

export function dataBytes(path: string): Buffer {
  const bytes = readFileSync(join(DATA, path))
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

export function dataText(path: string): string {
  return dataBytes(path).toString('utf8')
}
