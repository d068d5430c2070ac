import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../domain/settings.ts'
import { siblingFile } from '../domain/sibling-file.ts'
import { type OcrPage, type OcrRequest, ocrMessage } from './ocr-messages.ts'

const FILE = fileURLToPath(siblingFile(import.meta.url, 'ocr-child'))

/** It reads hostile files: it may read and compute, but neither write a file nor start a program. */
const RUNTIME = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--max-old-space-size=512',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
]

/** Loading both languages on a busy machine, before the first page counts. */
const START_SECONDS = 30
/** A file whose pages hang is given up after this many of them. */
const MOST_HANGS = 2

export type OcrLimits = Settings['extract']

interface OcrReading {
  readonly pages: readonly OcrPage[]
  /** Pages that were to be read and could not be, each with its reason. */
  readonly failed: readonly { readonly number: number; readonly reason: string }[]
}

export type Ocr = (wanted: Pick<OcrRequest, 'body' | 'pages' | 'doubtful' | 'picture'>) => Promise<OcrReading>

/** Reads pages of a PDF as pictures (REQ 5.1), one document at a time, in a process that ends with the document. */
export function createOcr(limits: OcrLimits, { startSeconds = START_SECONDS } = {}): Ocr {
  let turn: Promise<unknown> = Promise.resolve()
  return (wanted) => {
    const request = { ...wanted, pixels: limits.ocr_pixels }
    const mine = turn.then(() =>
      readAll(request, { page: limits.ocr_page_seconds, start: startSeconds }, limits.ocr_seconds),
    )
    turn = mine.catch(() => undefined)
    return mine
  }
}

interface Seconds {
  readonly page: number
  readonly start: number
}

async function readAll(request: OcrRequest, each: Seconds, whole: number): Promise<OcrReading> {
  const pages: OcrPage[] = []
  const failed: { number: number; reason: string }[] = []
  const deadline = performance.now() + whole * 1000
  let left = [...request.pages]
  for (let hangs = 0; left.length > 0 && hangs < MOST_HANGS && performance.now() < deadline; hangs += 1) {
    const round = await readUntilStuck({ ...request, pages: left }, each, deadline)
    pages.push(...round.pages)
    failed.push(...round.failed)
    const seen = new Set([...round.pages, ...round.failed].map(({ number }) => number))
    left = left.filter((number) => !seen.has(number))
    const stuck = left.shift()
    if (stuck !== undefined) failed.push({ number: stuck, reason: round.stopped ?? 'the reading process ended early' })
  }
  failed.push(...left.map((number) => ({ number, reason: 'given up: earlier pages took too long' })))
  return { pages, failed }
}

/**
 * Reads pages in order until all are done, or one takes too long or ends the process; that one is the first not seen.
 */
function readUntilStuck(
  request: OcrRequest,
  each: Seconds,
  deadline: number,
): Promise<OcrReading & { stopped: string | null }> {
  return new Promise((resolve) => {
    const child = fork(FILE, [], {
      execPath: process.execPath,
      execArgv: RUNTIME,
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const pages: OcrPage[] = []
    const failed: { number: number; reason: string }[] = []
    let timer: NodeJS.Timeout | undefined
    const end = (stopped: string | null) => {
      clearTimeout(timer)
      child.removeAllListeners()
      child.on('error', () => {})
      const finish = () => resolve({ pages, failed, stopped })
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return finish()
      child.once('exit', finish)
      child.kill('SIGKILL')
    }
    const within = (seconds: number) => {
      clearTimeout(timer)
      const left = deadline - performance.now()
      const reason = left < seconds * 1000 ? 'the time for the document was over' : `took longer than ${seconds} s`
      timer = setTimeout(() => end(reason), Math.min(seconds * 1000, Math.max(0, left)))
    }
    within(each.start)
    child.on('error', (error) => end(`the reading process did not start: ${error.message}`))
    child.on('exit', (code, signal) => end(`the reading process ended (${signal ?? code})`))
    child.on('message', (raw) => {
      const message = ocrMessage.safeParse(raw)
      if (!message.success) return end('the reading process gave an answer that cannot be read')
      if (message.data.kind === 'done') return end(null)
      if (message.data.kind === 'page') pages.push(message.data)
      if (message.data.kind === 'failed') failed.push({ number: message.data.number, reason: message.data.reason })
      if (message.data.kind === 'ready') {
        child.send(request)
        return within(each.start + each.page)
      }
      within(each.page)
    })
  })
}
