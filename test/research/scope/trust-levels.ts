import { join } from 'node:path'
import { DomainTrust } from '../../../src/research/domain-trust.ts'
import type { DomainStore } from '../../../src/store/types.ts'

/** The trust of the shipped list, in a home that has learned nothing. */
export function loadTrustLevel(): DomainTrust {
  const file = join(import.meta.dirname, '..', '..', '..', 'config', 'domains.yaml')
  return new DomainTrust([file], { get: () => null } as Pick<DomainStore, 'get'> as DomainStore)
}
