import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReplay } from '../../src/archive/replay.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { longestTurn } from './longest-turn.ts'
import { PDF_BOMBS } from './pdf-bombs.ts'
import { WARC_BOMBS } from './warc-bombs.ts'

/**
 * `node bomb-child.ts <pdf | warc> <name> <file>`: reads one bomb as the server would; its figures as a line of JSON.
 */
const [kind = '', name = '', file = ''] = process.argv.slice(2)
const MEGABYTE = 1_000_000

/** A failure with a name of ours; an archive that was opened all the same ends well, too. */
async function readPdf(body: Uint8Array): Promise<string> {
  const extract = createExtract(defaultSettings.extract)
  const extraction = await extract({ url: 'https://a.example/bomb.pdf', contentType: 'application/pdf', body })
  return extraction.ok ? 'read' : extraction.failure
}

async function readWarc(path: string): Promise<string> {
  return openReplay(path).then(
    () => 'read',
    (error: unknown) => (error instanceof LyraError ? error.code : 'untyped'),
  )
}

if (file === '') {
  // The bomb is made by a process of its own: packing it takes gigabytes.
  const folder = mkdtempSync(join(tmpdir(), 'lyra-bomb-'))
  try {
    const path = join(folder, 'bomb')
    writeFileSync(path, (kind === 'pdf' ? PDF_BOMBS[name]?.() : WARC_BOMBS[name]?.(MEGABYTE)) ?? '')
    const { execFileSync } = await import('node:child_process')
    process.stdout.write(execFileSync(process.execPath, [import.meta.filename, kind, name, path]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
} else {
  const { readFileSync } = await import('node:fs')
  const body = readFileSync(file)
  const [before, started] = [process.memoryUsage.rss(), performance.now()]
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 10)
  let outcome = ''
  const delay = await longestTurn(async () => {
    outcome = kind === 'pdf' ? await readPdf(body) : await readWarc(file)
  })
  clearInterval(watch)
  const figures = {
    ...delay,
    outcome,
    seconds: (performance.now() - started) / 1000,
    grownMb: (peak - before) / MEGABYTE,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  process.exit(0)
}
