import type { Measure } from './measure.ts'
import { measureCalibration } from './measures/calibration.ts'
import { measureCircuits } from './measures/circuits.ts'
import { measureCost } from './measures/cost.ts'
import { measureDns } from './measures/dns.ts'
import { measureGraph } from './measures/graph.ts'
import { measureLlmShare } from './measures/llm-share.ts'
import { measureMutation } from './measures/mutation.ts'
import { measurePeople } from './measures/people.ts'
import { measureProfile } from './measures/profile.ts'
import { measureSiteHarvest } from './measures/site-harvest.ts'
import { measureWayback } from './measures/wayback.ts'

/** What no benchmark measures, by the name that the rows call it. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  graph: measureGraph,
  people: measurePeople,
  cost: measureCost,
  'llm-share': measureLlmShare,
  dns: measureDns,
  circuits: measureCircuits,
  'site-harvest': measureSiteHarvest,
  wayback: measureWayback,
  calibration: measureCalibration,
  profile: measureProfile,
  mutation: measureMutation,
}
