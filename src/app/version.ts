import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from './package-root.ts'

/** Our own file: no need for a schema, whose library is most of what a start would load. */
const { version, homepage } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly homepage?: string
}

export const VERSION: string = version
/** Where the package says that people read about it. */
export const HOMEPAGE: string | undefined = homepage
