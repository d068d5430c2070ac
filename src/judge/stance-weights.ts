import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit.ts on the pairs of the four open worlds, each read by a
 * reader that was taught the other three only (recipe/world_tune.py), and of webs that no reader was trained on.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [4.001, 2.672],
  titleSimilarity: [0.025, -0.006],
  figureShared: [0.862, 0.195],
  figureOther: [-1.838, -0.109],
  dateFits: [1.122, 0.702],
  dateDiffers: [-1.55, -0.387],
  bias: [-3.258, -2.537],
}

/** After one reading of the passage. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [0.928, 0.124],
  refutes: [-0.018, 0.622],
  similarity: [1.573, 0.819],
  titleSimilarity: [-0.958, -0.504],
  figureAgrees: [2.025, 0.461],
  figureDiffers: [-3.041, -0.024],
  figureShared: [0.525, 0.202],
  figureOther: [-0.947, -0.133],
  dateFits: [0.819, 0.569],
  dateDiffers: [-1.225, -0.053],
  bias: [-0.624, -0.572],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.562, 0.159],
  refutes: [0.144, 0.34],
  similarity: [0.95, 0.285],
  titleSimilarity: [-1.049, -0.528],
  figureAgrees: [2.272, 0.669],
  figureDiffers: [-2.674, 0.115],
  figureShared: [0.379, 0.149],
  figureOther: [-0.965, -0.103],
  dateFits: [0.801, 0.543],
  dateDiffers: [-1.177, 0.043],
  reverseSupports: [0.151, 0.023],
  reverseRefutes: [0.114, 0.247],
  aloneSupports: [0.402, -0.037],
  aloneRefutes: [-0.304, 0.163],
  bias: [-0.08, -0.142],
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
