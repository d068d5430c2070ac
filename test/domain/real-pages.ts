import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..', '..')
/** Only on machines that hold the collection; the pages of the demo and of the worlds are always there. */
const COLLECTION = join(ROOT, '..', 'shared', 'data', 'extraction')

/** Pages as they come over the wire, of many makers: for comparing two ways of reading them. */
export function realPages(most = 150): readonly string[] {
  const own = globSync(['demo/web/**/*.html', 'bench/worlds/open/**/*.html'], { cwd: ROOT }).sort()
  const packed = globSync('**/*.html.gz', { cwd: COLLECTION }).sort()
  const texts = [
    ...own.map((path) => readFileSync(join(ROOT, path))),
    ...packed.slice(0, most).map((path) => gunzipSync(readFileSync(join(COLLECTION, path)))),
  ]
  return texts.map((body) => body.toString('utf8'))
}
