import type { ReportLanguage } from '../document/document.ts'
import { ENGLISH, type Words } from './english.ts'
import { JAPANESE } from './japanese.ts'

export type { Words }

export function wordsOf(language: ReportLanguage): Words {
  return language === 'ja' ? JAPANESE : ENGLISH
}
