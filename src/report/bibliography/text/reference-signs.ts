import { yearIn } from '../reference-item.ts'

const LINKED = /https?:\/\/|\bwww\.|\b10\.\d{4,9}\/|\barXiv\b|\bISBN\b|\bPMID\b|file-copy:/iu
const UNDATED = /\bn\.\s?d\.|\bin press\b|\bforthcoming\b|(?:明治|大正|昭和|平成|令和)\s?(?:\d{1,2}|元)\s?年/iu

/** A year, an address or a number by which something can be looked up. */
export function hasSign(text: string): boolean {
  return LINKED.test(text) || yearIn(text) !== null || UNDATED.test(text)
}

export const isLinked = (text: string) => LINKED.test(text)
