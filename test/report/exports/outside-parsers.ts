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
interface Processor {
  readonly toRDF: Convert
  readonly expand: Convert
  flatten(document: unknown, context: null, options: Readonly<Record<string, unknown>>): Promise<unknown>
}
const processor = z.object({
  default: z.custom<Processor>((value) => typeof value === 'function' && 'toRDF' in value),
})

/** What schema.org serves as its context comes down to this: names are its terms, addresses are addresses. */
const SCHEMA_ORG = { '@vocab': 'https://schema.org/', url: { '@type': '@id' }, '@version': 1.1 }

/**
 * The terms of the context of RO-Crate 1.1 that an export uses, as that context has them: it lists its terms one by
 * one and has no vocabulary for others, so that a word it does not know fails in safe mode here as it does there.
 */
const RO_CRATE = Object.fromEntries([
  ...[
    ...['CreativeWork', 'Dataset', 'CreateAction', 'SoftwareApplication', 'Person', 'name', 'description', 'about'],
    ...['datePublished', 'identifier', 'license', 'hasPart', 'mentions', 'encodingFormat', 'contentSize', 'startTime'],
    ...['endTime', 'instrument', 'result', 'agent', 'object', 'version', 'author', 'url'],
  ].map((name) => [name, `http://schema.org/${name}`]),
  ['File', 'http://schema.org/MediaObject'],
  ['conformsTo', 'http://purl.org/dc/terms/conformsTo'],
])
const CONTEXTS: readonly (readonly [RegExp, unknown])[] = [
  [/^https?:\/\/schema\.org\/?$/u, SCHEMA_ORG],
  [/^https:\/\/w3id\.org\/ro\/crate\/1\.1\/context$/u, RO_CRATE],
]

async function linkedDataParser() {
  const { default: jsonld } = processor.parse(await load('jsonld'))
  const documentLoader = async (url: string) => {
    const kept = CONTEXTS.find(([address]) => address.test(url))?.[1]
    if (kept === undefined) throw new Error(`No context of ${url} is kept here`)
    return { contextUrl: null, documentUrl: url, document: { '@context': kept } }
  }
  const options = { documentLoader, safe: true }
  return {
    triples: async (document: unknown) => quads.parse(await jsonld.toRDF(document, options)),
    expand: (document: unknown) => jsonld.expand(document, options),
    flatten: (document: unknown, base: string) => jsonld.flatten(document, null, { ...options, base }),
  }
}

const linkedData = await linkedDataParser().catch(() => null)
/** The triples that a reader of linked data makes of a document; in safe mode nothing is dropped in silence. */
export const readTriples = linkedData?.triples ?? null
/** The same reader: every name in full. */
export const expand = linkedData?.expand ?? null
/** The same reader: every node by itself, its names in full, its address under `base`. */
export const flatten = linkedData?.flatten ?? null
export const withoutLinkedData = linkedData === null ? 'jsonld is not installed: npm ci' : false

const markdown = z.object({
  Marked: z.custom<new () => Marked>((value) => typeof value === 'function'),
})

interface Token {
  readonly type: string
  readonly raw: string
  readonly [field: string]: unknown
}

interface Marked {
  use(extension: unknown): void
  lexer(text: string): readonly Token[]
  walkTokens(tokens: readonly Token[], each: (token: Token) => void): void
}

/** Links of Obsidian, where inline text may stand: not in code, and not behind a backslash. */
const WIKILINK = {
  name: 'wikilink',
  level: 'inline',
  start: (text: string) => text.indexOf('[['),
  tokenizer: (text: string) => {
    const found = /^\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]/u.exec(text)
    return found === null ? undefined : { type: 'wikilink', raw: found[0], target: found[1], shown: found[2] ?? '' }
  },
}

async function noteParser() {
  const { Marked } = markdown.parse(await load('marked'))
  const { load: readYaml } = z
    .object({ load: z.custom<(text: string) => unknown>((value) => typeof value === 'function') })
    .parse(await load('js-yaml'))
  const marked = new Marked()
  marked.use({ extensions: [WIKILINK] })
  return (note: string) => {
    const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(note) ?? []
    const tokens: Token[] = []
    marked.walkTokens(marked.lexer(body ?? ''), (token) => tokens.push(token))
    return { properties: readYaml(head ?? ''), tokens }
  }
}

/** A note as a Markdown parser and a YAML parser that wrote nothing of it read it. */
export const readNote = await noteParser().catch(() => null)
export const withoutNotes = readNote === null ? 'marked or js-yaml is not installed: npm ci' : false

export const withoutPython = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not here'

/** Runs a few lines of Python and reads the JSON they print. */
export function python(code: string, ...args: readonly string[]): unknown {
  return JSON.parse(execFileSync('python3', ['-c', `import sys, json\n${code}`, ...args], { encoding: 'utf8' }))
}
