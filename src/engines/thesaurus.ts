import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'

const word = z.string().trim().min(1).max(100)
const groups = z.array(z.array(word).min(2).max(20)).max(20_000).default([])
const fileSchema = z.strictObject({ en: groups, ja: groups })

export type ThesaurusLanguage = 'en' | 'ja'

/** Words that may stand in one another's place, by language. */
export interface Thesaurus {
  /** Every word of a language, each once. */
  words(language: ThesaurusLanguage): readonly string[]
  /** What may stand for the word, the commonest first; empty where it is not known. */
  synonyms(language: ThesaurusLanguage, word: string): readonly string[]
}

/** The user's own groups come before the shipped ones: `config/thesaurus.yaml`, `LYRA_HOME/thesaurus.yaml`. */
export function loadThesaurus(...files: readonly string[]): Thesaurus {
  const read = files
    .toReversed()
    .filter((file) => existsSync(file))
    .map(readGroups)
  const table = { en: indexOf(read.flatMap(({ en }) => en)), ja: indexOf(read.flatMap(({ ja }) => ja)) }
  return {
    words: (language) => table[language].words,
    synonyms: (language, asked) => {
      const { byWord } = table[language]
      const found = foldings(asked).map((key) => byWord.get(key))
      return found.find((one) => one !== undefined) ?? []
    },
  }
}

function readGroups(file: string): z.infer<typeof fileSchema> {
  let data: unknown
  try {
    data = parse(readFileSync(file, 'utf8')) ?? {}
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `${file} is not valid YAML`, { cause })
  }
  const parsed = fileSchema.safeParse(data)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `${file}: ${issue?.path.join('.') || 'thesaurus'}: ${issue?.message}`)
}

function indexOf(all: readonly (readonly string[])[]) {
  const byWord = new Map<string, string[]>()
  for (const group of all)
    for (const one of group) {
      const others = group.filter((other) => other !== one)
      const known = byWord.get(folded(one)) ?? []
      byWord.set(folded(one), [...known, ...others.filter((other) => !known.includes(other))])
    }
  return { byWord, words: [...new Set(all.flat())] }
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** As it stands, and without the ending of an English plural. */
function foldings(text: string): readonly string[] {
  const plain = folded(text)
  const singular = /[a-z]ies$/.test(plain) ? `${plain.slice(0, -3)}y` : plain.replace(/(?<=[a-rt-z])s$/, '')
  return [...new Set([plain, singular])]
}
