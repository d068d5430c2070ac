import { tmpdir } from 'node:os'
import { calibrated } from '../../../src/domain/calibration.ts'
import type { StanceRelation } from '../../../src/domain/claim.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { brierScore, fitCalibration } from '../../../src/human/calibration-fit.ts'
import { findModel } from '../../../src/models/model-folder.ts'
import { createReader } from '../../../src/models/reader.ts'
import type { CalibrationSample } from '../../../src/store/people/calibration-rows.ts'
import { likeliest, uncalibrated } from '../../stance/score.ts'
import { HELD_OUT_TOPICS, pairsOf, readTopics, type TopicPair } from '../../stance/topics.ts'
import type { Measure } from '../measure.ts'

/** Every so many pairs of the held-out topics; topics fall into two halves by turns. */
const STEP = 2

interface Sample extends CalibrationSample {
  readonly said: StanceRelation
}

/** REQ 7 (28): the model in use as it comes, as it ships, and after a person's corrections of half the topics. */
export const measureCalibration: Measure = async () => {
  const { nli: model, threads } = defaultSettings.models
  const reader = createReader({ model, home: tmpdir(), threads })
  const { config } = findModel(model, { home: tmpdir() })
  const temperature =
    config.task === 'reader' ? config.temperatures.stance : config.task === 'nli' ? config.temperature : 1
  const topics = readTopics(HELD_OUT_TOPICS)
  const half = async (odd: number) => {
    const pairs = topics
      .filter((_, index) => index % 2 === odd)
      .flatMap(pairsOf)
      .filter((_, index) => index % STEP === 0)
    return judged(pairs, reader)
  }
  const [taught, held] = [await half(0), await half(1)]
  const raw = (rows: readonly Verdict[]) =>
    rows.map((row) => sampleOf({ ...row, scores: uncalibrated(row.scores, temperature) }))
  const fitted = fitCalibration(raw(taught))
  if (fitted === null) throw new Error('nothing could be learned from the topics')
  const before = raw(held)
  const after = before.map((one) => ({ ...one, prediction: calibrated(fitted, one.prediction) }))
  const shipped = held.map(sampleOf)
  const bar = defaultSettings.judgement.contradiction_confidence
  const wrong = (rows: readonly Sample[]) => {
    const promoted = rows.filter(({ said, prediction }) => said !== 'neutral' && prediction >= bar)
    return {
      rate: promoted.filter(({ actual }) => actual === 0).length / Math.max(1, promoted.length),
      promoted: promoted.length,
    }
  }
  const [first, last] = [wrong(before), wrong(after)]
  const round = (value: number) => value.toFixed(3)
  const gain = 1 - brierScore(after) / brierScore(before)
  const fewer = first.rate === 0 ? 0 : 1 - last.rate / first.rate
  const how =
    `${model} on ${held.length} pairs of held-out topics; the correction (${fitted.method}) ` +
    `was fitted by the product's own code on ${taught.length} pairs of other topics.`
  return {
    'calibration.brier': {
      value: gain,
      shown:
        `${round(gain)} (${round(brierScore(before))} to ` +
        `${round(brierScore(after))}; as shipped ${round(brierScore(shipped))})`,
      how: `${how} Brier score of the stance said, before any temperature and after the correction.`,
    },
    'calibration.promotions': {
      value: fewer,
      shown:
        `${round(fewer)} (wrong ${round(first.rate)} of ${first.promoted} ` +
        `promoted, ${round(last.rate)} of ${last.promoted})`,
      how: `${how} Wrong ones among the supports and refutes that reach the bar of ${bar}.`,
    },
  }
}

type Reader = ReturnType<typeof createReader>
interface Verdict {
  readonly label: StanceRelation
  readonly scores: Awaited<ReturnType<Reader['judge']>>[number]
}

async function judged(pairs: readonly TopicPair[], reader: Reader): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { claim, evidence, label } of pairs) {
    const [scores] = await reader.judge([{ claim, evidence }])
    if (scores !== undefined) verdicts.push({ label, scores })
  }
  return verdicts
}

/** What was said, how sure it is, and whether it is right. */
function sampleOf({ label, scores }: Verdict): Sample {
  const said = likeliest(scores)
  return { said, prediction: scores[said], actual: said === label ? 1 : 0 }
}
