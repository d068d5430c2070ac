import type { CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit.ts on the pairs of the four open worlds and of the sentence
 * webs that the reader was not trained on.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [4.803, 2.849],
  titleSimilarity: [-1.201, -1.098],
  figureShared: [0.792, 0.153],
  figureOther: [-2.78, -0.321],
  dateFits: [1.536, 0.809],
  dateDiffers: [-2.295, -0.522],
  bias: [-2.722, -1.819],
}

/** After one reading of the passage. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [0.979, -0.029],
  refutes: [-0.202, 0.556],
  similarity: [3.244, 1.608],
  titleSimilarity: [-1.772, -1.324],
  figureAgrees: [0.142, -1.806],
  figureDiffers: [-7.058, 0.661],
  figureShared: [0.899, 0.216],
  figureOther: [-1.402, -0.664],
  dateFits: [1.484, 0.996],
  dateDiffers: [-2.367, -0.397],
  bias: [-0.428, -0.544],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.656, 0.082],
  refutes: [-0.112, 0.234],
  similarity: [2.866, 1.126],
  titleSimilarity: [-1.887, -1.12],
  figureAgrees: [0.201, -2.043],
  figureDiffers: [-7.361, 0.895],
  figureShared: [0.815, 0.213],
  figureOther: [-1.371, -0.713],
  dateFits: [1.539, 1.093],
  dateDiffers: [-2.328, -0.317],
  reverseSupports: [0.159, -0.378],
  reverseRefutes: [0.207, 0.52],
  aloneSupports: [0.743, 0.007],
  aloneRefutes: [-0.544, 0.106],
  bias: [0.423, -0.63],
}
