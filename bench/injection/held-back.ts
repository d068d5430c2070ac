import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { loadSettings } from '../../src/app/config.ts'
import { PACKAGE_ROOT } from '../../src/app/package-root.ts'
import { splitSentences } from '../../src/domain/sentences.ts'
import { createExtract } from '../../src/extract/extract.ts'
import type { ExtractedFragment } from '../../src/extract/types.ts'
import { type ScreenedPage, screenFields, screenPageInTurns } from '../../src/guard/l2-page-screen.ts'
import { createWithhold } from '../../src/guard/l7-withheld-speech.ts'
import { createReadStated } from '../../src/guard/read-stated.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { canSpeak } from '../../src/judge/evidence-sentences.ts'
import { createSpeechCheck } from '../../src/judge/speech-check.ts'
import { statementsOf } from '../../src/judge/statements.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { createReader } from '../../src/models/reader.ts'
import type { Reader, SentenceReading } from '../../src/models/types.ts'
import { HELD_BACK_PLACES, type HeldBackPlace, pageWithWords } from './held-back-places.ts'
import { sharesWords } from './ollama-double.ts'

const rowSchema = z.object({
  id: z.string().optional(),
  text: z.string().min(1),
  lang: z.string().min(2),
  kind: z.string(),
  /** The end of the text that steers, where an attack begins with sentences that say something harmless. */
  order: z.string().min(1).optional(),
})
type Passage = Readonly<z.infer<typeof rowSchema>>

/** What is measured where no set is named; its two files may also lie in the data folder itself. */
const FIRST_SET = 'held-back'

/** Attacks and benign passages that the author of the rules neither wrote nor read. */
export interface HeldBack {
  readonly attacks: readonly Passage[]
  readonly benign: readonly Passage[]
}

/** The set of that name from `DATA/injection`, else from the repository; null where neither is there. */
export function readHeldBack(data: string, set = FIRST_SET): HeldBack | null {
  const given = set === FIRST_SET ? [data] : []
  const folders = [join(data, 'injection', set), ...given, join(import.meta.dirname, set)]
  const folder = folders.find((one) => existsSync(join(one, 'attacks.jsonl')) && existsSync(join(one, 'benign.jsonl')))
  if (folder === undefined) return null
  const read = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => rowSchema.parse(JSON.parse(line)))
  return { attacks: read('attacks.jsonl'), benign: read('benign.jsonl') }
}

/** What became of the passages in one place. */
export interface HeldBackCount {
  readonly place: HeldBackPlace
  readonly language: string
  readonly attacks: number
  /** Of these the attack's own words became a claim, or may speak for or against one. */
  readonly asClaim: number
  readonly asEvidence: number
  /** Some of its words stay in the stored text of the page. */
  readonly stored: number
  /** Of these some would be shown to an assistant that asks for the passage (L7). */
  readonly shown: number
  /** Of these nothing was kept out, and nobody was told. */
  readonly unwarned: number
  readonly benignSentences: number
  readonly benignLost: number
  /** Stored, and not shown to an assistant. */
  readonly benignWithheld: number
  /** Pages that L2 flags as dangerous: three of one maker cost a domain its trust. */
  readonly attackPagesFlagged: number
  readonly benignPagesFlagged: number
}

/** Readings depend on their sentence alone, and the carrier's sentences come again with every case. */
type SentenceReader = Pick<Reader, 'readSentences' | 'readSpeech'>

function remembering(reader: SentenceReader): SentenceReader {
  const known = new Map<string, Promise<readonly SentenceReading[]>>()
  const shares = new Map<string, Promise<readonly number[]>>()
  return {
    readSpeech: async (sentences, signal) => {
      const readings = sentences.map(async (sentence) => {
        const reading = shares.get(sentence) ?? reader.readSpeech([sentence], signal)
        shares.set(sentence, reading)
        return (await reading)[0] ?? 0
      })
      return Promise.all(readings)
    },
    readSentences: async (sentences, signal) => {
      const readings = sentences.map(async (sentence) => {
        const key = JSON.stringify(sentence)
        const reading = known.get(key) ?? reader.readSentences([sentence], signal)
        known.set(key, reading)
        return (await reading)[0]
      })
      return (await Promise.all(readings)).filter((reading) => reading !== undefined)
    },
  }
}

interface Passed {
  /** What the extractor reads there at all: what it leaves out is not lost to a guard. */
  readonly written: string
  readonly stored: string
  /** Of it the passages, without title and headings. */
  readonly passages: string
  /** The passages that are judged against claims: of a page its fragments, of a result page nothing. */
  readonly evidence: string
  /** The stored text as an assistant may read it. */
  readonly shown: string
  readonly claims: string
  readonly isWarned: boolean
  readonly isFlagged: boolean
}

const NOTHING_PASSED: Passed = {
  ...{ written: '', stored: '', passages: '', evidence: '', shown: '', claims: '', isWarned: false, isFlagged: false },
}

function wordsOf({ title, fragments }: Pick<ScreenedPage<ExtractedFragment>, 'title' | 'fragments'>): string {
  const headings = fragments.flatMap(({ heading_hierarchy: above }) => above.map(({ text }) => text))
  return [title ?? '', ...headings, ...fragments.map(({ text_content: text }) => text)].join('\n')
}

export function openPath() {
  const settings = loadSettings({ packageRoot: PACKAGE_ROOT, environment: {}, flags: {} })
  const extract = createExtract(settings.extract)
  const reader = remembering(createReader({ model: 'lyra-reader-mini', home: '', threads: settings.models.threads }))
  const embedder = createEmbedder({ model: 'lyra-embed-mini', home: '', threads: settings.models.threads })
  const claims = createClaimExtractor({
    embedder,
    reader,
    settings: { ...settings.judgement, claims_per_fragment: 40 },
  })

  const isSpeech = createSpeechCheck(reader, { every: true, embedder })
  const withhold = createWithhold(reader.readSpeech, createReadStated(reader))

  /** The sentences that the judge lets speak for or against a claim. */
  async function speakingIn(texts: readonly string[], about: string | null): Promise<string> {
    const speaking: string[] = []
    for (const text of texts) {
      const sentences = splitSentences(text).map((one) => one.text)
      const silent = await isSpeech(sentences, undefined, { about })
      speaking.push(...sentences.filter((one, at) => silent[at] !== true && canSpeak(one)))
    }
    return speaking.join('\n')
  }

  async function claimsOf({ title, fragments }: ScreenedPage<ExtractedFragment>): Promise<string> {
    const sources = fragments.map((fragment, index) => ({
      fragmentId: String(index),
      text: fragment.text_content,
      title,
      headingContext: fragment.heading_context,
      fragmentType: fragment.fragment_type,
    }))
    const found = await claims.extract(sources, 'Does silverleaf tea lower blood pressure?')
    return found.flatMap((one) => one.claims.map(({ text }) => text)).join('\n')
  }

  return async (place: HeldBackPlace, words: string): Promise<Passed> => {
    if (place === 'snippet') {
      const { safe, findings, isDangerous } = screenFields({
        title: 'Silverleaf tea',
        snippet: `What trials found. ${words}`,
      })
      const isWarned = findings.some(({ severity }) => severity !== 'mention')
      return {
        written: words,
        stored: `${safe.title} ${safe.snippet}`,
        passages: '',
        evidence: '',
        shown: '',
        claims: '',
        isWarned,
        isFlagged: isDangerous,
      }
    }
    const extraction = await extract(pageWithWords(place, words))
    if (!extraction.ok) return NOTHING_PASSED
    const page = await screenPageInTurns(extraction.page, reader.readSpeech, createReadStated(reader))
    const written = wordsOf(extraction.page)
    const stored = wordsOf(page)
    const isWarned = page.findings.some(({ severity }) => severity !== 'mention')
    const isFlagged = page.isDangerous && !page.attacksOnlyInPosts
    const texts = page.fragments.map(({ text_content: text }) => text)
    const evidence = await speakingIn(texts, page.title)
    const shown = (await withhold(texts)).join('\n')
    return {
      written,
      stored,
      passages: texts.join('\n'),
      evidence,
      shown,
      claims: await claimsOf(page),
      isWarned,
      isFlagged,
    }
  }
}

/** Passages through extraction, screening and claims, in every place; aggregate figures alone leave this function. */
export async function measureHeldBack(
  { attacks, benign }: HeldBack,
  places: readonly HeldBackPlace[] = HELD_BACK_PLACES,
  say: (line: string) => void = () => {},
): Promise<readonly HeldBackCount[]> {
  const pass = openPath()
  const counts: HeldBackCount[] = []
  const languages = [...new Set([...attacks, ...benign].map(({ lang }) => lang))].sort()
  const parts = places.flatMap((place) => languages.map((language) => ({ place, language })))
  for (const { place, language } of parts) {
    const own = attacks.filter(({ lang }) => lang === language)
    let [asClaim, asEvidence, stored, shown, unwarned, attackPagesFlagged] = [0, 0, 0, 0, 0, 0]
    for (const { text, order = text } of own) {
      const passed = await pass(place, text)
      const isStored = sharesWords(order, passed.stored)
      asClaim += Number(sharesWords(order, passed.claims))
      asEvidence += Number(isStored && sharesWords(order, statementsOf(passed.evidence)))
      stored += Number(isStored)
      shown += Number(isStored && sharesWords(order, passed.shown))
      unwarned += Number(isStored && !passed.isWarned)
      attackPagesFlagged += Number(passed.isFlagged)
    }
    let [benignSentences, benignLost, benignWithheld, benignPagesFlagged] = [0, 0, 0, 0]
    for (const { text } of benign.filter(({ lang }) => lang === language)) {
      const passed = await pass(place, text)
      const sentences = splitSentences(text).filter((one) => sharesWords(one.text, passed.written))
      benignSentences += sentences.length
      benignLost += sentences.filter((one) => !sharesWords(one.text, passed.stored)).length
      benignWithheld += sentences.filter(
        ({ text: one }) => passed.shown !== '' && sharesWords(one, passed.passages) && !sharesWords(one, passed.shown),
      ).length
      benignPagesFlagged += Number(passed.isFlagged)
    }
    const sums = {
      asClaim,
      asEvidence,
      stored,
      shown,
      unwarned,
      benignSentences,
      benignLost,
      benignWithheld,
      attackPagesFlagged,
      benignPagesFlagged,
    }
    counts.push({ place, language, attacks: own.length, ...sums })
    say(`held back, ${place}, ${language}: ${JSON.stringify({ attacks: own.length, ...sums })}`)
  }
  return counts
}
