import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit-searches.ts on the sentences that searches of six worlds
 * show the judge, which its reader was not taught: nearly all of them are neutral, and closeness tells most of these.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [9.513, 8.868],
  titleSimilarity: [0.049, -0.532],
  figureShared: [2.152, 1.193],
  figureOther: [-1.471, 1.908],
  dateFits: [1.357, 0.364],
  dateDiffers: [-1.236, 0.335],
  bias: [-8.59, -8.081],
}

/** After one reading of the sentence. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [1.205, 0.135],
  refutes: [-0.082, 0.967],
  similarity: [5.787, 5.745],
  titleSimilarity: [0.444, -0.128],
  figureAgrees: [1.425, -0.54],
  figureDiffers: [-3.393, -0.478],
  figureShared: [1.872, 1.29],
  figureOther: [-0.299, 1.833],
  dateFits: [1.224, 0.803],
  dateDiffers: [-1.211, 0.819],
  bias: [-5.53, -5.412],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.338, 0.134],
  refutes: [0.123, 0.351],
  similarity: [5.186, 5.528],
  titleSimilarity: [0.428, -0.115],
  figureAgrees: [1.828, -0.583],
  figureDiffers: [-3.149, -0.388],
  figureShared: [1.747, 1.267],
  figureOther: [-0.313, 1.751],
  dateFits: [1.143, 0.849],
  dateDiffers: [-1.409, 0.874],
  reverseSupports: [0.21, -0.136],
  reverseRefutes: [0.136, 0.529],
  aloneSupports: [0.945, 0.147],
  aloneRefutes: [-0.352, 0.255],
  bias: [-5.052, -5.212],
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
