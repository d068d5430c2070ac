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
  supports: [1.27, -0.126],
  refutes: [-0.119, 1.222],
  similarity: [2.668, 2.076],
  titleSimilarity: [0.191, 0.056],
  figureAgrees: [1.14, 0.764],
  figureDiffers: [0.12, 0.799],
  figureShared: [0.597, 0.487],
  figureOther: [-1.668, 1.136],
  dateFits: [0.451, 0.384],
  dateDiffers: [-1.532, -0.279],
  bias: [-3.12, -3.004],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.572, -0.018],
  refutes: [-0.244, 0.297],
  similarity: [1.679, 1.359],
  titleSimilarity: [0.432, 0.23],
  figureAgrees: [0.867, 0.588],
  figureDiffers: [-0.12, 0.571],
  figureShared: [0.552, 0.449],
  figureOther: [-1.586, 1.181],
  dateFits: [0.422, 0.408],
  dateDiffers: [-1.421, -0.137],
  reverseSupports: [0.412, -0.112],
  reverseRefutes: [-0.276, 0.533],
  aloneSupports: [0.429, 0.004],
  aloneRefutes: [0.43, 0.563],
  bias: [-2.588, -2.548],
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
