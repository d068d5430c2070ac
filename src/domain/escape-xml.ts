import { onlyVisible } from './invisible.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Half of a pair, and what no XML document may hold. */
const NOT_XML = /\p{Surrogate}|[\ufffe\uffff]/gu

/** Text for HTML and XML, in elements and between quotation marks: nothing in it is markup, and all of it is seen. */
export function escapeXml(text: string): string {
  return onlyVisible(text)
    .replace(NOT_XML, '\ufffd')
    .replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character)
}
