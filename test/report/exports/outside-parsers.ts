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

const term = z.object({ termType: z.string(), value: z.string() })
const quads = z.array(z.object({ subject: term, predicate: term, object: term }))
type Convert = (document: unknown, options: Readonly<Record<string, unknown>>) => Promise<unknown>
const processor = z.object({
  default: z.custom<{ toRDF: Convert }>((value) => typeof value === 'function' && 'toRDF' in value),
})

/** What schema.org serves as its context comes down to this: names are its terms, addresses are addresses. */
const SCHEMA_ORG = { '@vocab': 'https://schema.org/', url: { '@type': '@id' }, '@version': 1.1 }

async function linkedDataParser() {
  const { default: jsonld } = processor.parse(await load('jsonld'))
  const documentLoader = async (url: string) => {
    if (!/^https?:\/\/schema\.org\/?$/u.test(url)) throw new Error(`No context of ${url} is kept here`)
    return { contextUrl: null, documentUrl: url, document: { '@context': SCHEMA_ORG } }
  }
  return async (document: unknown) => quads.parse(await jsonld.toRDF(document, { documentLoader, safe: true }))
}

/** The triples that a reader of linked data makes of a document; in safe mode nothing is dropped in silence. */
export const readTriples = await linkedDataParser().catch(() => null)
export const withoutLinkedData = readTriples === null ? 'jsonld is not installed: npm ci' : false

export const withoutPython = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not here'

/** Runs a few lines of Python and reads the JSON they print. */
export function python(code: string, ...args: readonly string[]): unknown {
  return JSON.parse(execFileSync('python3', ['-c', `import sys, json\n${code}`, ...args], { encoding: 'utf8' }))
}
