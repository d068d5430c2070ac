/** A network over the units of a page; matrices have one row for each number that enters. */
export interface Network {
  /** Columns of a row, of which `columns` are asked. */
  readonly features: number
  readonly width: number
  readonly said: number
  readonly reach: number
  readonly columns: Int32Array
  readonly logged: Uint8Array
  readonly center: readonly number[]
  readonly factor: readonly number[]
  readonly enter: Float64Array
  readonly enterBias: Float64Array
  readonly layers: readonly Layer[]
  readonly judge: Float64Array
  readonly judgeBias: Float64Array
}

export interface Layer {
  readonly say: Float64Array
  readonly sayBias: Float64Array
  readonly gate: Float64Array
  readonly gateBias: Float64Array
  readonly own: Float64Array
  readonly ownBias: Float64Array
  readonly groups: readonly Float64Array[]
  readonly heading: Float64Array
  readonly around: Float64Array
}

/** A number or a list of them; the files are our own, checked as they are read. */
export function readNumbers(stored: unknown, name: string, file: string | URL): number[] {
  const value = fieldOf(stored, name)
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.every((one) => typeof one === 'number')) return list
  throw new Error(`${file}: ${name} is no list of numbers`)
}

/** Stored as whole numbers and their unit. */
export function readMatrix(stored: unknown, name: string, file: string | URL): Float64Array {
  return unpack(fieldOf(stored, name), name, file)
}

function unpack(packed: unknown, name: string, file: string | URL): Float64Array {
  const unit = readNumbers(packed, 'unit', `${file}: ${name}`)[0] as number
  return Float64Array.from(readNumbers(packed, 'values', `${file}: ${name}`), (value) => value * unit)
}

export function readLayers(stored: unknown, file: string | URL): Layer[] {
  return listOf(stored, 'layers', file).map((layer) => {
    const matrix = (name: string) => readMatrix(layer, name, file)
    return {
      say: matrix('say'),
      sayBias: matrix('sayBias'),
      gate: matrix('gate'),
      gateBias: matrix('gateBias'),
      own: matrix('own'),
      ownBias: matrix('ownBias'),
      groups: listOf(layer, 'groups', file).map((group) => unpack(group, 'groups', file)),
      heading: matrix('heading'),
      around: matrix('around'),
    }
  })
}

function listOf(stored: unknown, name: string, file: string | URL): unknown[] {
  const value = fieldOf(stored, name)
  if (Array.isArray(value)) return value
  throw new Error(`${file}: ${name} is no list`)
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? value[name as keyof typeof value] : undefined
}
