import { memoryDomainPolicyStore } from '../store/domain-policy.ts'
import { memoryCooldownStore } from './cooldown.ts'
import type { GatewayStore } from './gateway-types.ts'

/** What a gateway learns about sites, for as long as the process lives; no page is ever confirmed by 304. */
export function memoryGatewayStore(): GatewayStore {
  return {
    caches: { validators: () => null, saveValidators: () => {} },
    domains: memoryCooldownStore(),
    domainPolicy: memoryDomainPolicyStore(),
  }
}
