/** EXPLORE 4.2.1: the most that one query of the evidence graph may ask for, whatever its own limits say. */
export const MOST_ROWS = 200
export const LONGEST_QUERY_MS = 2000
export const MOST_VM_STEPS = 5_000_000
export const LONGEST_SQL = 20_000
