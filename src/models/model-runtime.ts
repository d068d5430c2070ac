/**
 * Since 1.30 the runtime's Linux build writes a device id into the user's home and reports to its maker (LYRA 4.1),
 * unless this is set before the library is loaded. A thread has only a copy of the environment, which the library does
 * not see: whoever starts one for the runtime calls this first.
 */
export function silenceModelRuntime(): void {
  process.env.ORT_DISABLE_TELEMETRY = '1'
}

/** The one import of the runtime. */
export function loadModelRuntime(): Promise<typeof import('onnxruntime-node')> {
  silenceModelRuntime()
  return import('onnxruntime-node')
}
