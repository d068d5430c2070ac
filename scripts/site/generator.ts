import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MarkdownIt } from './markdown-rules.ts'

/** What is used of Eleventy's configuration. */
export interface EleventyConfig {
  setIncludesDirectory(folder: string): void
  addPreprocessor(name: string, formats: string, change: (data: unknown, content: string) => string): void
  setTemplateFormats(formats: readonly string[]): void
  addGlobalData(name: string, value: unknown): void
  addTemplate(path: string, content: string): void
  addPassthroughCopy(map: Readonly<Record<string, string>>): void
  amendLibrary(name: 'md', change: (library: MarkdownIt) => void): void
  on(
    event: 'eleventy.after',
    listener: (end: { readonly results: readonly { readonly inputPath: string; readonly content: string }[] }) => void,
  ): void
}

interface EleventyModule {
  readonly Eleventy: new (
    input: string,
    output: string,
    options: { readonly quietMode: boolean; readonly configPath: null; readonly config: (c: EleventyConfig) => void },
  ) => { write(): Promise<unknown> }
}

/**
 * Eleventy, from a folder of its own (ADR 0028): `npm ci` of the product does not bring it. Installed when it is not
 * there or when its lock file has changed; every package is pinned by its hash.
 */
export async function loadGenerator(root: string): Promise<EleventyModule> {
  const folder = join(root, '.site-generator')
  const wanted = readFileSync(join(root, 'scripts', 'site', 'generator', 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'installed-lock.json')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    mkdirSync(folder, { recursive: true })
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(root, 'scripts', 'site', 'generator', file), join(folder, file))
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const { status } = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error('The generator of the site could not be installed (npm ci in .site-generator)')
    writeFileSync(stamp, wanted)
  }
  return await import(pathToFileURL(join(folder, 'node_modules', '@11ty', 'eleventy', 'src', 'Eleventy.js')).href)
}
