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
  supports: [1.273, -0.168],
  refutes: [-0.137, 1.205],
  similarity: [2.115, 1.26],
  titleSimilarity: [0.137, -0.213],
  figureAgrees: [3.477, 2.822],
  figureDiffers: [1.597, 4.378],
  figureShared: [0.274, 0.123],
  figureOther: [-2.084, -0.276],
  dateFits: [0.458, 0.388],
  dateDiffers: [-1.31, 0.044],
  bias: [-2.854, -2.603],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.581, -0.038],
  refutes: [-0.275, 0.255],
  similarity: [1.206, 0.689],
  titleSimilarity: [0.363, -0.078],
  figureAgrees: [3.176, 2.642],
  figureDiffers: [1.45, 4.258],
  figureShared: [0.239, 0.092],
  figureOther: [-2.033, -0.273],
  dateFits: [0.417, 0.394],
  dateDiffers: [-1.183, 0.166],
  reverseSupports: [0.432, -0.081],
  reverseRefutes: [-0.276, 0.542],
  aloneSupports: [0.393, -0.063],
  aloneRefutes: [0.444, 0.567],
  bias: [-2.368, -2.239],
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
