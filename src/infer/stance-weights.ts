import type { StanceFeature } from './stance-features.ts'

/** Per feature the weight towards supports and towards refutes; neutral is the reference. */
export type StanceWeights = Readonly<Record<StanceFeature | 'bias', readonly [number, number]>>

/**
 * Multinomial logistic weights fitted on SciFact train by bench/stance/fit.ts: 1,100 evidence pairs (weight 1), 919 cited
 * abstracts (0.3) and 7,327 retrieved ones (0.02), read by copies of the model that had not seen the abstract; classes
 * 1.2 / 1.4 / 1, ridge 20, for the tuned model towards its own answer. Dev was kept for measuring.
 */
const BY_MODEL = {
  'lyra-stance-mini': {
    wholeSupports: [0.712, -0.018],
    wholeRefutes: [-0.165, 0.735],
    bestSupports: [0.146, 0.021],
    bestRefutes: [0.032, 0.176],
    nearestSupports: [0.132, 0.034],
    nearestRefutes: [0.047, 0.066],
    reversedSupports: [-0.23, -0.626],
    reversedRefutes: [0.196, 0.475],
    similarity: [2.388, 1.93],
    coverage: [0.046, 0.186],
    amountAgrees: [0.349, 0.069],
    amountOpposes: [-0.5, 1.009],
    benefitAgrees: [0.361, 0.245],
    benefitOpposes: [-0.971, 0.487],
    negationOpposes: [0.044, -0.084],
    claimDenies: [0.032, 0.417],
    hedged: [-0.302, 0.392],
    longFragment: [-0.248, -0.179],
    bias: [-1.082, -1.701],
  },
  'lyra-nli-mini': {
    wholeSupports: [0.343, 0.136],
    wholeRefutes: [0.095, 0.483],
    bestSupports: [0.209, -0.036],
    bestRefutes: [0.083, 0.281],
    nearestSupports: [0.145, -0.114],
    nearestRefutes: [-0.06, 0.085],
    reversedSupports: [-0.086, -0.401],
    reversedRefutes: [-0.386, 0.041],
    similarity: [2.797, 2.675],
    coverage: [1.329, 1.287],
    amountAgrees: [0.558, 0.164],
    amountOpposes: [-0.563, 1.142],
    benefitAgrees: [0.255, 0.127],
    benefitOpposes: [-0.682, 0.877],
    negationOpposes: [-0.046, -0.028],
    claimDenies: [-0.125, 0.614],
    hedged: [-0.488, 0.135],
    longFragment: [0.065, 0.133],
    bias: [-2.701, -3.083],
  },
} as const satisfies Record<string, StanceWeights>

/** A model that was not fitted here is read like the tuned one: its probabilities are taken as calibrated. */
export function weightsFor(modelId: string): StanceWeights {
  return modelId === 'lyra-nli-mini' ? BY_MODEL['lyra-nli-mini'] : BY_MODEL['lyra-stance-mini']
}
