/**
 * The one import of the runtime. Since 1.30 its Linux build writes a device id into the user's home and reports to its
 * maker (LYRA 4.1), unless this is set before the library is loaded.
 */
export function loadModelRuntime(): Promise<typeof import('onnxruntime-node')> {
  process.env.ORT_DISABLE_TELEMETRY = '1'
  return import('onnxruntime-node')
}
