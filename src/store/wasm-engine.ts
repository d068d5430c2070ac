/** The part of the WebAssembly API used here; without the DOM library the compiler does not know it. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

interface WasmEngine {
  readonly Memory: new (descriptor: { initial: number; maximum: number }) => WasmMemory
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  validate(bytes: Uint8Array<ArrayBuffer>): boolean
}

export const wasm: WasmEngine = (globalThis as unknown as { readonly WebAssembly: WasmEngine }).WebAssembly
