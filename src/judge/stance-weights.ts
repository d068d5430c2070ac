import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit-searches.ts on the sentences that searches of ten worlds
 * show the judge, each read by a reader that was not taught its world: nearly all of them are neutral.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [10.198, 8.377],
  titleSimilarity: [0.028, -0.039],
  figureShared: [1.574, 0.814],
  figureOther: [-1.567, 1.61],
  dateFits: [0.888, 0.555],
  dateDiffers: [-1.528, 0.106],
  bias: [-9.05, -8.32],
}

/** After one reading of the sentence. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [1.216, -0.163],
  refutes: [-0.038, 1.307],
  similarity: [2.576, 1.915],
  titleSimilarity: [-0.321, 0.165],
  figureAgrees: [1.477, 0.56],
  figureDiffers: [-0.023, 0.555],
  figureShared: [0.53, 0.431],
  figureOther: [-1.444, 1.161],
  dateFits: [0.435, 0.752],
  dateDiffers: [-1.269, 0.033],
  bias: [-3.041, -3.091],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.639, 0.001],
  refutes: [-0.277, 0.433],
  similarity: [1.875, 1.36],
  titleSimilarity: [-0.067, 0.213],
  figureAgrees: [1.104, 0.191],
  figureDiffers: [-0.221, 0.313],
  figureShared: [0.494, 0.406],
  figureOther: [-1.363, 1.197],
  dateFits: [0.373, 0.804],
  dateDiffers: [-1.245, 0.047],
  reverseSupports: [0.239, -0.037],
  reverseRefutes: [0.007, 0.525],
  aloneSupports: [0.428, -0.166],
  aloneRefutes: [0.322, 0.525],
  bias: [-2.598, -2.723],
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
