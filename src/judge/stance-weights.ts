import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit.ts on the pairs of the four open worlds and of the sentence
 * webs that the reader was not trained on.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [4.062, 2.668],
  titleSimilarity: [0.036, 0.002],
  figureShared: [0.854, 0.192],
  figureOther: [-1.854, -0.116],
  dateFits: [1.108, 0.697],
  dateDiffers: [-1.563, -0.394],
  bias: [-3.279, -2.53],
}

/** After one reading of the passage. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [0.89, 0.07],
  refutes: [-0.087, 0.641],
  similarity: [2.481, 1.177],
  titleSimilarity: [-1.067, -0.674],
  figureAgrees: [1.27, 0.132],
  figureDiffers: [-4.033, 0.008],
  figureShared: [0.882, 0.213],
  figureOther: [-0.857, -0.272],
  dateFits: [0.846, 0.666],
  dateDiffers: [-1.317, -0.28],
  bias: [-0.839, -0.726],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.589, 0.092],
  refutes: [0.067, 0.381],
  similarity: [1.817, 0.554],
  titleSimilarity: [-1.324, -0.697],
  figureAgrees: [1.42, 0.315],
  figureDiffers: [-3.5, 0.196],
  figureShared: [0.748, 0.178],
  figureOther: [-0.954, -0.264],
  dateFits: [0.815, 0.618],
  dateDiffers: [-1.229, -0.188],
  reverseSupports: [0.365, -0.049],
  reverseRefutes: [-0.055, 0.323],
  aloneSupports: [0.456, -0.042],
  aloneRefutes: [-0.298, 0.153],
  bias: [0.229, -0.385],
}

/**
 * For a claim and a passage that both come without title or heading: nobody has looked for such a pair by its subject,
 * and what closeness says of others is wrong for it. Fitted on the held-out webs, read without their titles.
 */
export const BARE_WEIGHTS: StanceWeights<BareFeature> = {
  supports: [0.796, 0.341],
  refutes: [0.09, 0.492],
  reverseSupports: [-0.149, -0.049],
  reverseRefutes: [0.361, 0.324],
  aloneSupports: [0.309, -0.123],
  aloneRefutes: [-0.257, 0.13],
  figureAgrees: [2.582, 1.17],
  figureDiffers: [-0.511, 0.552],
  bias: [0.018, 0.197],
}
