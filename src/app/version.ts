import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PACKAGE_ROOT } from './package-root.ts'

const { version, homepage } = z
  .object({ version: z.string(), homepage: z.string().optional() })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')))

export const VERSION: string = version
/** Where the package says that people read about it. */
export const HOMEPAGE: string | undefined = homepage
