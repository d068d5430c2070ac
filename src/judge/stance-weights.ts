import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit-searches.ts on the sentences that searches of six worlds
 * show the judge, which its reader was not taught: nearly all of them are neutral, and closeness tells most of these.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [9.721, 9.067],
  titleSimilarity: [-0.028, -0.419],
  figureShared: [2.211, 1.272],
  figureOther: [-1.29, 1.988],
  dateFits: [1.487, 0.489],
  dateDiffers: [-1.237, 0.354],
  bias: [-8.871, -8.427],
}

/** After one reading of the sentence. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [1.361, -0.017],
  refutes: [0.073, 1.322],
  similarity: [4.389, 4.93],
  titleSimilarity: [0.258, -0.128],
  figureAgrees: [0.696, -0.991],
  figureDiffers: [-2.729, -0.541],
  figureShared: [1.875, 1.373],
  figureOther: [-0.364, 1.864],
  dateFits: [1.159, 0.813],
  dateDiffers: [-1.475, 0.973],
  bias: [-4.457, -5.084],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.538, 0.027],
  refutes: [0.013, 0.425],
  similarity: [3.999, 4.717],
  titleSimilarity: [0.271, -0.184],
  figureAgrees: [0.749, -1.234],
  figureDiffers: [-2.166, -0.386],
  figureShared: [1.765, 1.395],
  figureOther: [-0.561, 1.738],
  dateFits: [0.96, 0.844],
  dateDiffers: [-1.63, 1.025],
  reverseSupports: [0.386, -0.189],
  reverseRefutes: [0.002, 0.591],
  aloneSupports: [0.679, 0.101],
  aloneRefutes: [0.076, 0.535],
  bias: [-4.03, -4.95],
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
