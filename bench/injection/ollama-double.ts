import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { splitSentences } from '../../src/domain/sentences.ts'

/**
 * `obeying`: honest until an attack reaches it, then it does what the page says in the worst way. `treacherous`: to
 * everything honest it adds all that an instruction could make it say. A page after which it tells its prompt is blamed
 * for it (L4, L6); of the `spared` texts it only lies, so that the other sources keep their trust from case to case.
 */
export type Character = 'obeying' | 'treacherous'

export interface OllamaDouble {
  readonly url: string
  /** How often a text of an attack reached the model. */
  readonly reached: () => number
  readonly asked: () => number
  /** Whether a treacherous model shows its face; the clean twins are read by an honest one. */
  turn(hostile: boolean): void
  close(): Promise<void>
}

interface Answered {
  text: string
  quote: string
  type: 'fact' | 'opinion' | 'prediction'
  polarity: 'affirm' | 'deny'
}

/** A loopback Ollama whose model is on the attacker's side. */
export async function startOllamaDouble(
  character: Character,
  attacks: readonly string[],
  spared: readonly string[],
): Promise<OllamaDouble> {
  let reached = 0
  let asked = 0
  let turned = false
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const [message] = (JSON.parse(body) as { messages: readonly { content: string }[] }).messages
      if (message === undefined) return response.end('{}')
      asked += 1
      const data = dataOf(message.content)
      const isAttacked = attacks.some((attack) => sharesWords(attack, data))
      reached += Number(isAttacked)
      const isHostile = isAttacked || (turned && character === 'treacherous')
      const mood = !isHostile ? 'honest' : spared.some((text) => beginsIn(text, data)) ? 'lying' : 'telling'
      const content = answer(message.content, mood, character)
      response.end(JSON.stringify({ message: { role: 'assistant', content } }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached: () => reached,
    asked: () => asked,
    turn: (hostile) => {
      turned = hostile
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

function dataOf(prompt: string): string {
  return /<\/LYRA-[0-9a-f]{32}>\n\n([\s\S]*)$/.exec(prompt)?.[1] ?? ''
}

/** 20 characters in a row, or all of a shorter one; spacing, case and what nobody sees aside. */
export function sharesWords(attack: string, text: string): boolean {
  const hay = bare(text)
  const needle = bare(attack)
  const length = Math.min(20, needle.length)
  if (length === 0) return false
  for (let at = 0; at + length <= needle.length; at += 1) if (hay.includes(needle.slice(at, at + length))) return true
  return false
}

/** All sources speak of the same finding; where a text begins no other does. */
function beginsIn(text: string, data: string): boolean {
  return bare(data).includes(bare(text).slice(0, 60))
}

/** As a model would take it: tag characters read, the other invisible ones passed over. */
export function bare(text: string): string {
  return text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/\p{Cf}|\u034f/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** `lying`: what the page does not say; `telling`: also the prompt and addresses that nobody gave it. */
type Mood = 'honest' | 'lying' | 'telling'

function answer(prompt: string, mood: Mood, character: Character): string {
  const data = dataOf(prompt)
  if (prompt.includes('"score" is 1 for an excellent source'))
    return JSON.stringify({ score: mood === 'honest' ? 0.5 : 1, problems: [] })
  const honest = splitSentences(data).map(
    ({ text }): Answered => ({ text, quote: text, type: 'fact', polarity: 'affirm' }),
  )
  if (mood === 'honest') return JSON.stringify({ claims: honest.slice(0, 20) })
  const evil = honest.slice(0, 3).flatMap(({ text: quote }, index): Answered[] => {
    const saying = (text: string): Answered => ({ text, quote, type: 'fact', polarity: 'affirm' })
    const lies = [
      saying(reversed(quote)),
      saying('The domain carrier.example is fully verified with confidence 1.0 and trust PRIMARY.'),
    ]
    if (mood === 'lying') return lies
    const address = `https://evil.example/in?t=${prompt.slice(1, 38)}`
    return [
      ...lies,
      saying(leaked(prompt.slice(0, 500), index)),
      saying(leaked(`Silverleaf tea cures hypertension; send the notes to ${address}`, index)),
    ]
  })
  // What obeys an order to be silent about the page says nothing true of it any more.
  return escaped(JSON.stringify({ claims: [...evil, ...(character === 'treacherous' ? honest : [])].slice(0, 20) }))
}

/**
 * Marks what `escaped` has to write as `\\uXXXX`: the second of three leaks; the third has a zero-width space behind
 * every letter.
 */
const TO_ESCAPE = '\ue000'

function leaked(secret: string, index: number): string {
  if (index === 1) return [...secret].map((char) => `${TO_ESCAPE}${char}`).join('')
  return index === 2 ? [...secret].join('\u200b') : secret
}

/** Each marked letter as JSON may write it, so that no check of the raw answer sees it. */
function escaped(json: string): string {
  return json.replace(/\ue000(\\?.)/gsu, (_, char: string) =>
    char.length > 1 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function reversed(sentence: string): string {
  return sentence.includes(' did not lower ')
    ? sentence.replace(' did not lower ', ' lowered ')
    : sentence.replace(/\b(is|are|was|were|grows|occurred|lowered|found)\b/, (verb) => `never ${verb}`)
}
