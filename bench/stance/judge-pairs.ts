import { tmpdir } from 'node:os'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import type { StanceVerdict } from '../../src/judge/types.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { createReader } from '../../src/models/reader.ts'
import type { WebPair } from './webs.ts'

/** The judge as the product has it, asked about one pair at a time. */
export function openPairJudge(model = 'lyra-reader-mini') {
  const places = { home: tmpdir(), threads: 2 }
  const embedder = createEmbedder({ ...places, model: 'lyra-embed-mini', remember: 20_000 })
  const reader = createReader({ ...places, model })
  const stance = createStanceJudge({ nli: reader, reader, embedder, settings: defaultSettings.judgement })
  async function judge({ claim, language, passage }: WebPair): Promise<StanceVerdict | null> {
    const [verdict] = await stance.judgeFragments({ ...claim, language }, [{ id: 'passage', ...passage }])
    return verdict ?? null
  }
  return { embedder, reader, stance, judge }
}
