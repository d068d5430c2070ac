import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit-searches.ts on the sentences that searches of six worlds
 * show the judge, which its reader was not taught: nearly all of them are neutral, and closeness tells most of these.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [11.6, 9.25],
  titleSimilarity: [0.497, 0.414],
  figureShared: [1.592, 0.997],
  figureOther: [-1.696, 1.62],
  dateFits: [1.099, 0.59],
  dateDiffers: [-1.723, -0.112],
  bias: [-10.204, -9.343],
}

/** After one reading of the sentence. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [1.164, 0.034],
  refutes: [0.058, 1.073],
  similarity: [3.42, 2.676],
  titleSimilarity: [0.781, 0.769],
  figureAgrees: [0.481, 0.095],
  figureDiffers: [-0.509, 0.203],
  figureShared: [0.757, 0.631],
  figureOther: [-1.602, 1.138],
  dateFits: [0.527, 0.571],
  dateDiffers: [-1.619, -0.004],
  bias: [-3.85, -4.096],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.489, 0.076],
  refutes: [-0.029, 0.333],
  similarity: [2.733, 2.017],
  titleSimilarity: [0.962, 0.856],
  figureAgrees: [0.602, 0.202],
  figureDiffers: [-0.486, 0.212],
  figureShared: [0.684, 0.589],
  figureOther: [-1.714, 1.094],
  dateFits: [0.406, 0.577],
  dateDiffers: [-1.589, 0.066],
  reverseSupports: [0.323, -0.06],
  reverseRefutes: [-0.054, 0.469],
  aloneSupports: [0.484, 0.018],
  aloneRefutes: [0.179, 0.393],
  bias: [-3.362, -3.67],
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
