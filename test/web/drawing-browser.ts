import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../../src/browser/find-browser.ts'
import { unpackBundled } from '../../src/browser/unpack-chromium.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

/** Drawing by the processor, as on a machine without a graphics card. */
const DRAWING = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

/**
 * A browser that has WebGL. The bundled one brings the library that draws without a graphics card in a pack of its own,
 * which Lyra has no use for and does not unpack; it has to lie beside the program.
 */
export async function drawingBrowser(extra: readonly string[] = []): Promise<{
  readonly browser: Browser
  readonly close: () => Promise<void>
}> {
  const found = findProgram(defaultSettings.browser)
  const args = ['--no-sandbox', ...DRAWING, ...extra]
  if (found.kind !== 'bundled') {
    const browser = await chromium.launch({ executablePath: found.path, args })
    return { browser, close: () => browser.close() }
  }
  const folder = mkdtempSync(join(tmpdir(), 'lyra-drawing-'))
  const executablePath = join(folder, 'chromium')
  placeBeside(await unpackBundled(found.path), executablePath)
  const pack = join(dirname(found.path), 'swiftshader.tar.br')
  if (existsSync(pack)) {
    writeFileSync(join(folder, 'libraries.tar'), brotliDecompressSync(readFileSync(pack)))
    execFileSync('tar', ['-xf', 'libraries.tar'], { cwd: folder })
  }
  const browser = await chromium.launch({ executablePath, args })
  const close = async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  return { browser, close }
}

/** A second name for the file where the two folders are on one disk, else a copy. */
function placeBeside(program: string, name: string): void {
  try {
    linkSync(program, name)
  } catch {
    copyFileSync(program, name)
  }
}
