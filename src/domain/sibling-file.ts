/**
 * A file beside the one that asks, as an entry of a thread or process: `pdf-child` is `pdf-child.ts` in a checkout and
 * `pdf-child.js` in the package, which holds compiled source.
 */
export function siblingFile(asking: string, name: string): URL {
  return new URL(`./${name}${asking.endsWith('.ts') ? '.ts' : '.js'}`, asking)
}
