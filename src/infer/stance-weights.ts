import type { StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights = Readonly<Record<StanceFeature | 'bias', readonly [number, number]>>

/**
 * Multinomial logistic weights fitted on SciFact train by bench/stance/fit.ts: 1,100 evidence pairs (weight 1), 919 cited
 * abstracts (0.3) and 7,327 retrieved ones (0.02); classes 1.2 / 1.4 / 1, ridge 40 towards the tuned model's own answer, 20 towards nothing for the other. Dev was kept for measuring.
 */
const BY_MODEL = {
  'lyra-stance-mini': {
    wholeSupports: [0.797, -0.021],
    wholeRefutes: [-0.092, 0.824],
    joinedSupports: [-0.11, -0.015],
    joinedRefutes: [-0.126, -0.042],
    bestSupports: [0.117, 0.056],
    bestRefutes: [0.053, 0.183],
    nearestSupports: [0.119, 0.056],
    nearestRefutes: [0.146, 0.056],
    reversedSupports: [-0.106, -0.297],
    reversedRefutes: [0.122, 0.186],
    similarity: [1.95, 1.666],
    coverage: [0.499, 0.664],
    joinedCoverage: [0.41, -0.009],
    supportsIfCovered: [0.043, 0.167],
    refutesIfCovered: [0.137, -0.091],
    amountAgrees: [0.368, 0.007],
    amountOpposes: [-0.533, 0.914],
    benefitAgrees: [0.418, 0.184],
    benefitOpposes: [-0.662, 0.383],
    negationOpposes: [-0.005, 0.024],
    claimDenies: [-0.016, 0.299],
    hedged: [-0.29, 0.27],
    longFragment: [-0.18, -0.177],
    bias: [-1.031, -1.486],
  },
  'lyra-nli-mini': {
    wholeSupports: [0.272, 0.073],
    wholeRefutes: [0.127, 0.327],
    joinedSupports: [0.074, 0.067],
    joinedRefutes: [-0.051, 0.211],
    bestSupports: [0.187, -0.053],
    bestRefutes: [0.091, 0.239],
    nearestSupports: [0.125, -0.129],
    nearestRefutes: [-0.046, 0.04],
    reversedSupports: [-0.1, -0.386],
    reversedRefutes: [-0.373, 0.018],
    similarity: [2.732, 2.651],
    coverage: [0.75, 1.115],
    joinedCoverage: [0.78, 0.387],
    supportsIfCovered: [0.112, 0.092],
    refutesIfCovered: [0.003, 0.096],
    amountAgrees: [0.569, 0.092],
    amountOpposes: [-0.553, 1.158],
    benefitAgrees: [0.357, 0.136],
    benefitOpposes: [-0.679, 0.898],
    negationOpposes: [-0.083, 0.066],
    claimDenies: [-0.125, 0.589],
    hedged: [-0.489, 0.142],
    longFragment: [0.046, 0.155],
    bias: [-2.745, -3.165],
  },
} as const satisfies Record<string, StanceWeights>

/** A model that was not fitted here is read like the tuned one: its probabilities are taken as calibrated. */
export function weightsFor(modelId: string): StanceWeights {
  return modelId === 'lyra-nli-mini' ? BY_MODEL['lyra-nli-mini'] : BY_MODEL['lyra-stance-mini']
}
