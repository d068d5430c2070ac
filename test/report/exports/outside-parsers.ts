import { execFileSync, spawnSync } from 'node:child_process'
import { z } from 'zod'

const cite = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      title: z.string(),
      DOI: z.string().optional(),
      URL: z.string().optional(),
      author: z
        .array(
          z.object({ family: z.string().optional(), given: z.string().optional(), literal: z.string().optional() }),
        )
        .optional(),
      issued: z.object({ 'date-parts': z.array(z.array(z.number())) }).optional(),
    }),
  ),
})
const core = z.object({ Cite: z.custom<new (text: string) => unknown>((value) => typeof value === 'function') })

/** By name, so that the types are checked where the package is not installed yet. */
const load = (name: string): Promise<unknown> => import(name)

async function citationParser() {
  const { Cite } = core.parse(await load('@citation-js/core'))
  await Promise.all(['@citation-js/plugin-bibtex', '@citation-js/plugin-ris'].map(load))
  return (text: string) => cite.parse(new Cite(text)).data
}

/** What a reference manager makes of a text; null before `npm ci` has brought the parser. */
export const readReferences = await citationParser().catch(() => null)
export const withoutParser = readReferences === null ? 'citation-js is not installed: npm ci' : false

export const withoutPython = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not here'

/** Runs a few lines of Python and reads the JSON they print. */
export function python(code: string, ...args: readonly string[]): unknown {
  return JSON.parse(execFileSync('python3', ['-c', `import sys, json\n${code}`, ...args], { encoding: 'utf8' }))
}
