import { onlyVisible } from '../domain/invisible.ts'
import { isOwnDocument } from '../domain/own-document.ts'

/** Web text in a report is data: it must not become markup, a link or an instruction block, nor steer a terminal. */
export function escapeMarkdown(text: string, limit = 400): string {
  const flat = onlyVisible(text.replace(/\s+/gu, ' ')).trim()
  const cut = [...flat].length > limit ? `${[...flat].slice(0, limit - 1).join('')}…` : flat
  return cut.replace(/[\\`*_[\]<>|#~]/gu, (character) => `\\${character}`)
}

/**
 * An address between angle brackets is a link to itself, and nothing in it is read as markup but what is
 * percent-encoded here. So is the name of a copy in the archive, which leads nowhere. What is neither is text.
 */
export function escapeAddress(url: string): string {
  return /^https?:\/\//iu.test(url) || isOwnDocument(url) ? `<${addressText(url)}>` : escapeMarkdown(url)
}

export function addressText(url: string): string {
  return onlyVisible(url).replace(/[\s<>[\]`\\|]/gu, (character) => encodeURIComponent(character))
}
