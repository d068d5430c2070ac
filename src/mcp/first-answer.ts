import type { Readable, Writable } from 'node:stream'
import { GREETED_VERSIONS, greeting, type ServerIdentity } from './identity.ts'

export type MessageId = string | number

/** What came before the whole server was there. */
export interface Opening {
  /** All bytes read so far, the greeting included. */
  readonly bytes: Buffer
  /** The `initialize` that was answered already, if it was. */
  readonly answered: MessageId | null
}

export interface FirstAnswer {
  /** The greeting was answered, or is the whole server's to answer. */
  readonly greeted: Promise<void>
  /** Somebody asks for more than the greeting; null: nobody will, the input has ended. */
  readonly asked: Promise<Opening | null>
}

const NEWLINE = 0x0a
/** Longer than any greeting; what is longer is not read here. */
const LONGEST_GREETING = 65_536

/**
 * Answers `initialize` by itself, so that a client has its answer before the protocol's library and the contracts are
 * in memory (LYRA 8: they are nine tenths of the start). They are loaded for whoever asks for more. Whatever is not a
 * plain greeting of a known revision is left to the whole server.
 */
export function answerFirst(
  input: Readable,
  output: Pick<Writable, 'write'>,
  identity: ServerIdentity,
  signal: AbortSignal,
): FirstAnswer {
  const greeted = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<Opening | null>()
  let bytes = Buffer.alloc(0)
  let read = 0
  let answered: MessageId | null = null
  const settle = (opening: Opening | null) => {
    input.off('data', onData).off('end', onEnd).off('close', onEnd)
    signal.removeEventListener('abort', onEnd)
    input.pause()
    greeted.resolve()
    asked.resolve(opening)
  }
  const onEnd = () => settle(null)
  const onData = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (let end = bytes.indexOf(NEWLINE, read); end !== -1; end = bytes.indexOf(NEWLINE, read)) {
      const message = messageIn(bytes.toString('utf8', read, end))
      read = end + 1
      if (answered === null) {
        const greeter = greeterOf(message)
        if (greeter === null) return settle({ bytes, answered })
        answered = greeter.id
        output.write(`${answerTo(greeter, identity)}\n`)
        greeted.resolve()
      } else if (message?.method !== 'notifications/initialized') return settle({ bytes, answered })
    }
    if (bytes.length - read > LONGEST_GREETING) settle({ bytes, answered })
  }
  input.on('data', onData).on('end', onEnd).on('close', onEnd)
  signal.addEventListener('abort', onEnd)
  return { greeted: greeted.promise, asked: asked.promise }
}

interface Greeter {
  readonly id: MessageId
  readonly protocolVersion: string
}

function answerTo({ id, protocolVersion }: Greeter, identity: ServerIdentity): string {
  return JSON.stringify({ result: greeting(identity, protocolVersion), jsonrpc: '2.0', id })
}

function messageIn(line: string): Readonly<Record<string, unknown>> | null {
  if (line.length > LONGEST_GREETING) return null
  try {
    return recordOf(JSON.parse(line))
  } catch {
    return null
  }
}

function greeterOf(message: Readonly<Record<string, unknown>> | null): Greeter | null {
  if (message?.jsonrpc !== '2.0' || message.method !== 'initialize') return null
  const { id } = message
  if (typeof id !== 'string' && !Number.isInteger(id)) return null
  const params = recordOf(message.params)
  const client = recordOf(params?.clientInfo)
  const abilities = recordOf(params?.capabilities)
  const { protocolVersion } = params ?? {}
  if (typeof protocolVersion !== 'string' || !GREETED_VERSIONS.includes(protocolVersion)) return null
  if (typeof client?.name !== 'string' || typeof client.version !== 'string') return null
  if (abilities === null || Object.values(abilities).some((one) => recordOf(one) === null)) return null
  return { id: id as MessageId, protocolVersion }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}
