import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit-searches.ts on the sentences that searches of ten worlds
 * show the judge, each read by a reader that was not taught its world: nearly all of them are neutral.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [10.445, 8.213],
  titleSimilarity: [0.121, -0.023],
  figureShared: [1.634, 0.904],
  figureOther: [-1.711, 1.677],
  dateFits: [0.861, 0.532],
  dateDiffers: [-1.722, 0.025],
  bias: [-9.275, -8.278],
}

/** After one reading of the sentence. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [1.219, 0.016],
  refutes: [0.068, 1.182],
  similarity: [2.665, 1.829],
  titleSimilarity: [0.668, 0.536],
  figureAgrees: [0.817, 0.441],
  figureDiffers: [-0.74, 0.055],
  figureShared: [0.745, 0.501],
  figureOther: [-1.534, 1.206],
  dateFits: [0.525, 0.603],
  dateDiffers: [-1.761, 0.408],
  bias: [-3.092, -3.111],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.569, 0.155],
  refutes: [-0.131, 0.361],
  similarity: [1.927, 1.243],
  titleSimilarity: [0.891, 0.583],
  figureAgrees: [0.857, 0.599],
  figureDiffers: [-0.629, 0.095],
  figureShared: [0.664, 0.447],
  figureOther: [-1.698, 1.142],
  dateFits: [0.388, 0.626],
  dateDiffers: [-1.669, 0.476],
  reverseSupports: [0.317, -0.105],
  reverseRefutes: [-0.001, 0.581],
  aloneSupports: [0.47, -0.047],
  aloneRefutes: [0.236, 0.359],
  bias: [-2.566, -2.716],
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
