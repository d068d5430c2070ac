import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextTurn } from '../../src/domain/in-turns.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import type { Embedder, Reader, SentenceReading } from '../../src/models/types.ts'
import { classify } from '../../src/net/classify.ts'
import { isScriptShell } from '../../src/net/script-shell.ts'
import type { PageFetch } from '../../src/net/types.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from '../../test/research/small-web.ts'

const STATEMENT: SentenceReading = {
  ...{ claim: 1, dependent: 0, opinion: 0, advice: 0, question: 0 },
  ...{ 'about the text': 0, speech: 0, fragment: 0, anecdote: 0 },
}

/**
 * One search whose every result is the same page, through the real classifying of answers, extraction, intake, ranking,
 * claims and stance rules; only the network and the models are doubles.
 */
export async function searchOver(page: string): Promise<{ readonly fragments: number; readonly claims: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-hostile-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db') })
  const { nli } = web.parts
  // Takes every sentence for a statement and every figure for one of the claim's: the most work a page can make.
  const reader: Pick<Reader, 'readSentences' | 'sameQuantity' | 'readSpeech'> = {
    readSpeech: async (sentences) => sentences.map(() => 0),
    readSentences: async (sentences) => sentences.map(() => STATEMENT),
    sameQuantity: async (pairs) => pairs.map(() => 1),
  }
  const analyser = await web.parts.analyser()
  const embedder = inBatches(web.parts.embedder)
  const body = new TextEncoder().encode(page)
  const conductor = new Conductor({
    ...web.parts,
    analyser: async () => analyser,
    embedder,
    fetcher: {
      warnings: [],
      fetchPage: async ({ url }, onStart) => {
        onStart?.()
        return answered(url, body)
      },
    },
    extract: createExtract(defaultSettings.extract),
    claims: createClaimExtractor({ embedder, reader, settings: defaultSettings.judgement }),
    stance: createStanceJudge({ nli, reader, embedder, settings: defaultSettings.judgement }),
  })
  try {
    const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?' })
    await conductor.search(taskId, 'silverleaf tea trial', {}, {})
    await conductor.settle(taskId)
    const count = (table: string) => Number(web.store.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
    return { fragments: count('fragments'), claims: count('claims') }
  } finally {
    await conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As the real one, which works in a thread of its own and answers batch by batch. */
function inBatches(embedder: Embedder): Embedder {
  return {
    ...embedder,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += 32) {
        vectors.push(...(await embedder.embed(texts.slice(from, from + 32), signal)))
        await nextTurn()
      }
      return vectors
    },
  }
}

function answered(url: string, body: Uint8Array): PageFetch {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const response = { status: 200, headers, body, finalUrl: url }
  // Whatever they say: what is measured is the reading of the page, and they are a part of it.
  classify({ url, status: 200, headers, body }, 'page')
  isScriptShell(response)
  const result = { outcome: 'ok', route: 'http', response, archive: null, elapsedMs: 1 } as const
  return { result, attempts: [], screenshot: null }
}
