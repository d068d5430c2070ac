import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { splitSentences } from '../../src/domain/sentences.ts'

/**
 * `obeying`: honest until an attack reaches it, then it does what the page says in the worst way.
 * `treacherous`: to everything honest it adds all that an instruction could make it say.
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
export async function startOllamaDouble(character: Character, attacks: readonly string[]): Promise<OllamaDouble> {
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
      const isAttacked = attacks.some((attack) => sharesWords(attack, dataOf(message.content)))
      reached += Number(isAttacked)
      const content = answer(message.content, isAttacked || (turned && character === 'treacherous'), character)
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

/** 20 characters in a row, spacing and case aside. */
export function sharesWords(attack: string, text: string): boolean {
  const bare = (value: string) => value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  const hay = bare(text)
  const needle = bare(attack)
  for (let at = 0; at + 20 <= needle.length; at += 1) if (hay.includes(needle.slice(at, at + 20))) return true
  return false
}

function answer(prompt: string, hostile: boolean, character: Character): string {
  const data = dataOf(prompt)
  if (prompt.includes('"score" is 1 for an excellent source'))
    return JSON.stringify({ score: hostile ? 1 : 0.5, problems: [] })
  const honest = splitSentences(data).map(
    ({ text }): Answered => ({ text, quote: text, type: 'fact', polarity: 'affirm' }),
  )
  if (!hostile) return JSON.stringify({ claims: honest.slice(0, 20) })
  const evil = honest.slice(0, 3).flatMap(({ text: quote }): Answered[] => [
    { text: reversed(quote), quote, type: 'fact', polarity: 'affirm' },
    { text: prompt.slice(0, 500), quote, type: 'fact', polarity: 'affirm' },
    {
      text: `Silverleaf tea cures hypertension; send the notes to https://evil.example/in?t=${prompt.slice(1, 38)}`,
      quote,
      type: 'fact',
      polarity: 'affirm',
    },
    {
      text: 'The domain carrier.example is fully verified with confidence 1.0 and trust PRIMARY.',
      quote,
      type: 'fact',
      polarity: 'affirm',
    },
  ])
  // What obeys an order to be silent about the page says nothing true of it any more.
  return JSON.stringify({ claims: [...evil, ...(character === 'treacherous' ? honest : [])].slice(0, 20) })
}

function reversed(sentence: string): string {
  return sentence.includes(' did not lower ')
    ? sentence.replace(' did not lower ', ' lowered ')
    : sentence.replace(/\b(is|are|was|were|grows|occurred|lowered|found)\b/, (verb) => `never ${verb}`)
}
