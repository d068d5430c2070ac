import type { StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights = Readonly<Record<StanceFeature | 'bias', readonly [number, number]>>

/**
 * Multinomial logistic weights fitted by bench/stance/fit.ts on SciFact train (1,100 evidence pairs at weight 1, 919
 * cited abstracts at 0.3, 7,327 retrieved ones at 0.02) and on the written topics (34,546 claims against evidence at
 * 0.03), read by copies of the model that had seen neither the abstract nor the topic; classes 1.2 / 1.4 / 1, ridge 20,
 * for the tuned model towards its own answer. SciFact dev and the held-out topics were kept for measuring.
 */
const BY_MODEL = {
  'lyra-stance-mini': {
    wholeSupports: [0.609, 0.02],
    wholeRefutes: [-0.056, 0.585],
    bestSupports: [0.191, 0.012],
    bestRefutes: [-0.029, 0.281],
    nearestSupports: [0.101, -0.035],
    nearestRefutes: [0.021, 0.054],
    reversedSupports: [0.067, -0.31],
    reversedRefutes: [-0.194, 0.163],
    similarity: [2.621, 1.754],
    coverage: [-0.318, -0.235],
    amountAgrees: [0.5, 0.211],
    amountOpposes: [-0.279, 0.931],
    benefitAgrees: [0.42, 0.227],
    benefitOpposes: [-0.139, 0.602],
    negationOpposes: [-0.044, -0.067],
    claimDenies: [-0.256, 0.145],
    hedged: [-0.159, 0.254],
    longFragment: [-0.067, 0.054],
    bias: [-1.447, -1.476],
  },
  'lyra-nli-mini': {
    wholeSupports: [0.279, 0.096],
    wholeRefutes: [-0.025, 0.262],
    bestSupports: [0.257, -0.028],
    bestRefutes: [0.08, 0.298],
    nearestSupports: [0.132, -0.068],
    nearestRefutes: [-0.054, 0.068],
    reversedSupports: [-0.202, -0.255],
    reversedRefutes: [-0.2, -0.07],
    similarity: [3.268, 2.628],
    coverage: [0.874, 0.935],
    amountAgrees: [0.673, 0.161],
    amountOpposes: [-0.41, 1.214],
    benefitAgrees: [0.306, 0.05],
    benefitOpposes: [-0.531, 0.879],
    negationOpposes: [-0.11, 0.173],
    claimDenies: [-0.097, 0.437],
    hedged: [-0.447, 0.005],
    longFragment: [0.167, 0.267],
    bias: [-3.02, -3.046],
  },
} as const satisfies Record<string, StanceWeights>

/** A model that was not fitted here is read like the tuned one: its probabilities are taken as calibrated. */
export function weightsFor(modelId: string): StanceWeights {
  return modelId === 'lyra-nli-mini' ? BY_MODEL['lyra-nli-mini'] : BY_MODEL['lyra-stance-mini']
}
