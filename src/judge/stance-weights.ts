import type { BareFeature, CheapFeature, FirstFeature, StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights<Feature extends string> = Readonly<Record<Feature | 'bias', readonly [number, number]>>

/*
 * Multinomial logistic weights, fitted by bench/stance/fit-searches.ts on the pairs that searches of six worlds show
 * the judge, which its reader was not taught: nearly all of these pairs are neutral, and closeness tells most of them.
 */

/** Before any reading. */
export const CHEAP_WEIGHTS: StanceWeights<CheapFeature> = {
  similarity: [8.394, 7.775],
  titleSimilarity: [0.193, -0.445],
  figureShared: [1.874, 0.97],
  figureOther: [-0.803, 1.803],
  dateFits: [1.144, 0.253],
  dateDiffers: [-0.681, 0.321],
  bias: [-7.899, -7.426],
}

/** After one reading of the passage. */
export const FIRST_WEIGHTS: StanceWeights<FirstFeature> = {
  supports: [1.009, -0.08],
  refutes: [-0.031, 0.809],
  similarity: [5.952, 6.769],
  titleSimilarity: [0.401, -0.169],
  figureAgrees: [1.032, -0.672],
  figureDiffers: [-2.35, -0.058],
  figureShared: [1.703, 1.057],
  figureOther: [0.636, 1.878],
  dateFits: [1.04, 0.389],
  dateDiffers: [-0.493, 0.828],
  bias: [-5.857, -6.33],
}

/** After the two readings more that a pair gets which is not plainly neutral. */
export const STANCE_WEIGHTS: StanceWeights<StanceFeature> = {
  supports: [0.386, -0.104],
  refutes: [0.039, 0.22],
  similarity: [5.52, 6.707],
  titleSimilarity: [0.483, -0.172],
  figureAgrees: [1.364, -0.859],
  figureDiffers: [-2.313, 0.085],
  figureShared: [1.562, 1.025],
  figureOther: [0.561, 1.805],
  dateFits: [0.844, 0.413],
  dateDiffers: [-0.64, 0.876],
  reverseSupports: [0.369, -0.014],
  reverseRefutes: [-0.076, 0.386],
  aloneSupports: [0.479, 0.042],
  aloneRefutes: [0.012, 0.369],
  bias: [-5.544, -6.334],
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
