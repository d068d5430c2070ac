import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit.ts on the pairs of the open and the small worlds, each read
 * by a reader that was taught worlds of other folds only (recipe/world_tune.py).
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [4.8, 2.865],
  titleSimilarity: [-1.366, -1.427],
  figureShared: [0.387, -0.318],
  figureOther: [-1.826, -0.483],
  dateFits: [0.968, 0.075],
  dateDiffers: [-1.593, -0.513],
  bias: [-2.611, -1.233],
}

/** After one reading of the passage. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [0.841, -0.032],
  refutes: [-0.114, 0.629],
  similarity: [2.518, 1.305],
  titleSimilarity: [-1.244, -1.128],
  figureAgrees: [0.798, -0.513],
  figureDiffers: [-1.343, 0.039],
  figureShared: [0.142, -0.171],
  figureOther: [-0.901, -0.32],
  dateFits: [0.792, 0.158],
  dateDiffers: [-1.274, -0.384],
  bias: [-0.889, -0.219],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.401, 0.004],
  refutes: [-0.057, 0.239],
  similarity: [2.085, 0.994],
  titleSimilarity: [-1.142, -1.041],
  figureAgrees: [0.935, -0.342],
  figureDiffers: [-1.306, 0.103],
  figureShared: [0.086, -0.176],
  figureOther: [-0.802, -0.264],
  dateFits: [0.741, 0.195],
  dateDiffers: [-1.298, -0.337],
  reverseSupports: [0.338, -0.026],
  reverseRefutes: [0, 0.28],
  aloneSupports: [0.272, 0.001],
  aloneRefutes: [-0.06, 0.236],
  bias: [-0.615, -0.098],
}

/** How sharp the model's own answer is taken: below 1 it is surer of itself than it is right. */
const BARE_SHARPNESS = 0.26

/**
 * For a claim and a passage that both come without title or heading: nobody has looked for such a pair by its subject,
 * and what closeness, figures and the reading in reverse say of others is wrong for it. The same weight for both sides
 * and no bias: the likeliest answer is the model's own, and only its confidence is another (ADR 0067). Fitted on
 * public sets, each of which is measured by the fit on the others (bench/stance/fit-bare.ts).
 */
export const BARE_WEIGHTS: StanceWeights<BareFeature> = {
  supports: [BARE_SHARPNESS, 0],
  refutes: [0, BARE_SHARPNESS],
  bias: [0, 0],
}
