import { fileURLToPath } from 'node:url'

/** The checkout or the installed package: where config/, models/ and demo/ lie. */
export const PACKAGE_ROOT: string = fileURLToPath(new URL('../..', import.meta.url))
