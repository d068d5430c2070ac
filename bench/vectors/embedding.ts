import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vectorSearch } from '../../src/api/vector-search.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { findEmbeddingModel } from '../../src/models/model-folder.ts'
import { loadModelRuntime } from '../../src/models/model-runtime.ts'
import { claim, fragment, openAt, page, stance, task } from '../../test/store/graph-fixture.ts'
import { median } from '../bench.ts'

const [CLAIMS, FRAGMENTS] = [333, 67]

/** Sentences a researcher would meet: SciFact's claims. */
export function benchTexts(data: string, count: number): string[] {
  const lines = readFileSync(join(data, 'scifact', 'claims_train.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.slice(0, count).map((line) => String((JSON.parse(line) as { claim: string }).claim))
}

const CHUNK = 20

/**
 * Texts per second of the product's embedder and of the bare runtime: the same chunks of the same texts, turn by turn.
 */
export async function throughput(texts: readonly string[], model: string, runs: number) {
  const { threads } = defaultSettings.models
  const embedder = createEmbedder({ home: 'none', model, threads, remember: 1 })
  const bare = await bareRuntime(model, threads)
  await embedder.embed(texts.slice(0, CHUNK))
  await bare(texts.slice(0, CHUNK))
  const spent = { own: 0, bare: 0 }
  const cpu = { own: 0, bare: 0 }
  const sides = [
    { name: 'own', work: (some: readonly string[]) => embedder.embed(some) },
    { name: 'bare', work: bare },
  ] as const
  let turn = 0
  for (let run = 0; run < runs; run += 1) {
    for (let from = 0; from < texts.length; from += CHUNK) {
      const some = texts.slice(from, from + CHUNK)
      turn += 1
      for (const { name, work } of turn % 2 === 0 ? sides : sides.toReversed()) {
        const [before, started] = [process.cpuUsage(), performance.now()]
        await work(some)
        spent[name] += performance.now() - started
        cpu[name] += cpuMs(before)
      }
    }
  }
  const count = texts.length * runs * 1000
  return { own: count / spent.own, bare: count / spent.bare, cpuOfBare: cpu.own / cpu.bare }
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tokenizer and session as their manuals show them, all threads for each text in turn. */
async function bareRuntime(name: string, threads: number): Promise<(texts: readonly string[]) => Promise<void>> {
  const ort = await loadModelRuntime()
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const model = findEmbeddingModel(name, { home: 'none' })
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(model.tokenizerPath, 'utf8')), {})
  const session = await ort.InferenceSession.create(model.modelPath, {
    intraOpNumThreads: threads,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  const tensor = (values: readonly number[]) =>
    new ort.Tensor(
      'int64',
      BigInt64Array.from(values, (value) => BigInt(value)),
      [1, values.length],
    )
  return async (texts) => {
    for (const text of texts) {
      const ids = tokenizer.encode(text).ids.slice(0, model.config.max_length)
      await session.run({ input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1)) })
    }
  }
}

/** EXPLORE 1: a task of 333 claims and 67 fragments, asked through the application as an assistant does. */
export async function taskSearch(data: string, runs: number) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-bench-home-'))
  try {
    const texts = benchTexts(data, CLAIMS + FRAGMENTS + runs)
    const embedder = createEmbedder({ home: 'none', model: defaultSettings.models.embedding, threads: 2 })
    const vectors = await embedder.embed(texts)
    const store = openAt(join(home, 'lyra.db'))
    const at = '2025-11-15T09:00:00.000Z'
    store.write(() => {
      store.tasks.insert(task('task_1'))
      store.pages.save(page('page_1'))
      for (let index = 0; index < FRAGMENTS; index += 1) {
        const id = `frag_${index}`
        store.fragments.saveAll([fragment(id, 'page_1', { text_content: texts[CLAIMS + index] as string })])
        store.vectors.save('fragment', id, embedder.modelId, vectors[CLAIMS + index] as Float32Array, at)
      }
      for (let index = 0; index < CLAIMS; index += 1) {
        const [id, source] = [`claim_${index}`, `frag_${index % FRAGMENTS}`]
        store.claims.saveAll([claim(id, 'task_1', source, { claim_text: texts[index] as string })])
        store.edges.saveStance(stance(source, id, 'supports', 0.9))
        store.vectors.save('claim', id, embedder.modelId, vectors[index] as Float32Array, at)
      }
    })
    store.close()
    const lyra = createLyra(() => openLyra({ flags: { 'log.level': 'silent' }, home, mode: 'cli' }))
    try {
      const times: number[] = []
      const cpu: number[] = []
      for (let run = -3; run < runs; run += 1) {
        const query = run < 0 ? `warm up ${run}` : (texts[CLAIMS + FRAGMENTS + run] as string)
        const [before, from] = [process.cpuUsage(), performance.now()]
        const target = run % 2 === 0 ? 'claims' : 'fragments'
        await lyra.call(vectorSearch, { query, target, task_id: 'task_1', min_similarity: 0 })
        if (run < 0) continue
        times.push(performance.now() - from)
        cpu.push(cpuMs(before))
      }
      return { p50: median(times), max: Math.max(...times), cpuP50: median(cpu) }
    } finally {
      await lyra.close()
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
