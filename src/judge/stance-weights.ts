import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit.ts on the pairs of the open and the small worlds, each read
 * by a reader that was taught worlds of other folds only (recipe/world_tune.py), and of webs that no reader was taught.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [5.408, 3.16],
  titleSimilarity: [-1.178, -1.545],
  figureShared: [0.535, -0.132],
  figureOther: [-2.048, -0.52],
  dateFits: [0.993, 0.172],
  dateDiffers: [-1.628, -0.6],
  bias: [-3.007, -1.397],
}

/** After one reading of the passage. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [0.876, 0.04],
  refutes: [-0.09, 0.663],
  similarity: [3.0, 1.49],
  titleSimilarity: [-1.08, -1.013],
  figureAgrees: [0.805, -0.515],
  figureDiffers: [-2.143, 0.197],
  figureShared: [0.255, -0.024],
  figureOther: [-0.977, -0.295],
  dateFits: [0.766, 0.104],
  dateDiffers: [-1.335, -0.318],
  bias: [-1.133, -0.243],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.401, 0.042],
  refutes: [-0.033, 0.239],
  similarity: [2.483, 1.186],
  titleSimilarity: [-1.015, -0.922],
  figureAgrees: [0.904, -0.437],
  figureDiffers: [-1.998, 0.304],
  figureShared: [0.194, -0.002],
  figureOther: [-0.888, -0.187],
  dateFits: [0.684, 0.111],
  dateDiffers: [-1.268, -0.218],
  reverseSupports: [0.299, 0.003],
  reverseRefutes: [-0.021, 0.293],
  aloneSupports: [0.366, 0.027],
  aloneRefutes: [-0.046, 0.266],
  bias: [-0.857, -0.165],
}

/**
 * For a claim and a passage that both come without title or heading: nobody has looked for such a pair by its subject,
 * and what closeness says of others is wrong for it. Fitted on the held-out webs, read without their
 * titles (bench/stance/fit-bare.ts).
 */
export const BARE_WEIGHTS: StanceWeights<BareFeature> = {
  supports: [0.333, 0.036],
  refutes: [-0.039, 0.19],
  reverseSupports: [0.311, 0.063],
  reverseRefutes: [0.03, 0.215],
  aloneSupports: [0.333, 0.036],
  aloneRefutes: [-0.039, 0.19],
  figureAgrees: [0.705, -0.552],
  figureDiffers: [-0.435, 1.227],
  bias: [-0.115, -0.174],
}
