import { z } from 'zod'

/** One row of the hub's list of files; `oid` is git's hash, `lfs.oid` the SHA-256 of a large file. */
export const hubFile = z.object({
  type: z.string(),
  path: z.string(),
  size: z.int().min(0),
  oid: z.string(),
  lfs: z.object({ oid: z.string(), size: z.int().min(0) }).optional(),
})
export type HubFile = z.infer<typeof hubFile>

export const sizeOf = ({ lfs, size }: HubFile): number => lfs?.size ?? size
