import { createRequire } from 'node:module'
import { z } from 'zod'

/** A package that mammoth brings: it is present wherever the tests are, and no hand of ours is in it. */
export function broughtByMammoth(name: string): unknown {
  return createRequire(createRequire(import.meta.url).resolve('mammoth'))(name)
}

/** What the tests read of an element. */
export interface XmlElement {
  readonly localName: string
  readonly textContent: string | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>
}

interface XmlDocument extends Pick<XmlElement, 'getElementsByTagNameNS'> {
  readonly documentElement: XmlElement
}

interface Parser {
  parseFromString(text: string, type: string): XmlDocument
}
const parsers = z.object({
  DOMParser: z.custom<new (options: Readonly<Record<string, unknown>>) => Parser>(
    (value) => typeof value === 'function',
  ),
})

/** XML as another parser reads it; whatever it finds wrong, be it a warning, is an error. */
export function readXml(text: string): XmlDocument {
  const { DOMParser } = parsers.parse(broughtByMammoth('@xmldom/xmldom'))
  const errorHandler = (level: string, message: unknown) => {
    throw new Error(`${level}: ${String(message)}`)
  }
  return new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')
}
