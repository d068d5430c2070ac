import type { LocalArchive } from '../../archive/writer.ts'
import { createStanceJudge } from '../../judge/stance-judge.ts'
import { openStanceModels } from '../../judge/stance-promotion.ts'
import type { StanceJudge } from '../../judge/types.ts'
import { createNli } from '../../models/nli.ts'
import { createReader, readerFor } from '../../models/reader.ts'
import type { Embedder, NliModel, Reader } from '../../models/types.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import { llmTimeBudget } from '../llm-time-budget.ts'
import { localHttpClients } from '../local-http-client.ts'
import { openEmbedder } from '../open-embedder.ts'
import { openLocalLlm, type SharedLlm } from '../open-local-llm.ts'
import { slottedEmbedder, slottedNli } from '../slots/models.ts'
import { slottedReader } from '../slots/reader.ts'
import type { WireInput } from './wire-input.ts'

export interface Models {
  readonly embedder: Embedder
  readonly reader: Reader
  readonly nli: NliModel
  readonly stance: StanceJudge
  /** Null without a local model. */
  readonly llm: SharedLlm | null
  closeLlm(): Promise<void>
  closePosts(): Promise<void>
}

/** Every model behind its slot; each loads when it is first asked. */
export function wireModels(
  { settings, home, store, clock, log, replay }: WireInput,
  { archive, scheduler }: { archive: LocalArchive; scheduler: Scheduler },
): Models {
  const threads = { home: home.root, threads: settings.models.threads }
  const posts = localHttpClients(settings, log)
  const account = llmTimeBudget(settings, store, clock)
  const { audit } = store.events
  const llm = openLocalLlm({ settings, log, scheduler, account, posts, archive, replay, audit })
  const embedder = slottedEmbedder(openEmbedder({ settings, home: home.root, log, posts }), scheduler)
  const readerName = readerFor(settings.models.nli, threads)
  const reader = slottedReader(createReader({ ...threads, model: readerName }), scheduler)
  // A pulled stance model reads stances only; the rest is still asked of the reader.
  const own = { ...threads, model: settings.models.nli }
  const nli = readerName === settings.models.nli ? reader : slottedNli(createNli(own), scheduler)
  // REQ 3.3, NLI promotion: the larger model and the one for Japanese, where they were pulled.
  const promoted = openStanceModels(settings.models, threads, (model) => slottedNli(model, scheduler))
  return {
    embedder,
    reader,
    nli,
    stance: createStanceJudge({ nli, reader, ...promoted, embedder, settings: settings.judgement }),
    llm,
    closeLlm: async () => llm?.close(),
    closePosts: () => posts.close(),
  }
}
