import { EN } from './en.ts'
import { JA } from './ja.ts'

export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]
export type WordKey = keyof typeof EN
export type Dictionary = Readonly<Record<WordKey, string>>

export const DICTIONARIES: Readonly<Record<Language, Dictionary>> = { en: EN, ja: JA }

export interface Say {
  /** `say('tasks.count', { count: 3 })`; numbers are written as the language writes them. */
  (key: WordKey, values?: Readonly<Record<string, string | number>>): string
  /** The words for a value of Lyra (`verified`, `robots_denied`), or the value itself where there are none. */
  value(group: string, value: string): string
  number(value: number, digits?: number): string
  share(value: number): string
  /** Of an ISO time. */
  date(at: string): string
  time(at: string): string
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ja: 'ja-JP' }

export function sayIn(language: Language): Say {
  const words: Dictionary = DICTIONARIES[language]
  const locale = LOCALES[language]
  const number = (value: number, digits = 0) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const moment = (at: string, options: Intl.DateTimeFormatOptions) =>
    Number.isNaN(Date.parse(at)) ? at : new Date(at).toLocaleString(locale, options)
  const text = (key: WordKey, values: Readonly<Record<string, string | number>> = {}) =>
    words[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : typeof value === 'number' ? number(value) : value
    })
  return Object.assign(text, {
    value: (group: string, value: string) => (words as Readonly<Record<string, string>>)[`${group}.${value}`] ?? value,
    number,
    // What is not certain is not told as certain.
    share: (value: number) => {
      if (value > 0.995 && value < 1) return '>99%'
      return value > 0 && value < 0.005 ? '<1%' : `${number(value * 100)}%`
    },
    date: (at: string) => moment(at, { dateStyle: 'medium' }),
    time: (at: string) => moment(at, { dateStyle: 'medium', timeStyle: 'short' }),
  })
}

/** What the person chose, else what the browser asks for. */
export function chooseLanguage(chosen: string | undefined, accepted: string | undefined): Language {
  const known = LANGUAGES.find((language) => language === chosen)
  if (known !== undefined) return known
  const wanted = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().slice(0, 2))
  return LANGUAGES.find((language) => language === wanted.find((one) => one === 'en' || one === 'ja')) ?? 'en'
}
