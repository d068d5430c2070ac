import { decodeXml } from './xml-scan.ts'
import { attr, elements, parseXml, type XmlNode } from './xml-tree.ts'
import type { Container } from './zip-container.ts'

export interface Relation {
  readonly type: string
  /** The part it names, from the root of the container. */
  readonly target: string
}

/** The parts of an Office file (OPC) and the relations between them. */
export interface PackageParts {
  readonly container: Container
  xml(part: string): XmlNode | null
  text(part: string): string | null
  /** Inner relations by their id. References to the outside are counted, never followed. */
  relations(part: string): ReadonlyMap<string, Relation>
  readonly outside: { count: number }
}

export function openPackage(container: Container): PackageParts {
  const outside = { count: 0 }
  const text = (part: string) => {
    const bytes = container.read(part)
    return bytes === null ? null : decodeXml(bytes)
  }
  const xml = (part: string) => {
    const source = text(part)
    return source === null ? null : parseXml(source)
  }
  return {
    container,
    outside,
    text,
    xml,
    relations(part) {
      const slash = part.lastIndexOf('/')
      const [folder, file] = [part.slice(0, slash + 1), part.slice(slash + 1)]
      const found = new Map<string, Relation>()
      for (const one of elements(elements(xml(`${folder}_rels/${file}.rels`))[0], 'Relationship')) {
        const [id, type, target] = [attr(one, 'Id') ?? '', attr(one, 'Type') ?? '', attr(one, 'Target') ?? '']
        if (attr(one, 'TargetMode') === 'External') {
          // A link that a reader may click loads nothing by itself.
          if (!type.endsWith('/hyperlink')) outside.count += 1
        } else found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolvePart(folder, target) })
      }
      return found
    },
  }
}

/** Names are looked up in the container alone, so one that climbs too high finds nothing. */
function resolvePart(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '')
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** The part that the package itself names as its main one. */
export function mainPart(parts: PackageParts): string | null {
  for (const { type, target } of parts.relations('').values()) if (type === 'officeDocument') return target
  return null
}
