import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath } from 'vite'
import { readFacts, type SourceFacts } from './source-facts.ts'

/** A source file of a plugin, by its path in the plugin's folder. */
export interface PluginSource extends SourceFacts {
  readonly path: string
  readonly side: 'browser' | 'server' | 'contract' | 'manifest'
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

const sideOf = (path: string): PluginSource['side'] => {
  if (path === 'manifest.ts') return 'manifest'
  const part = path.split('/')[0]
  return part === 'server' || part === 'contract' ? part : 'browser'
}

/** Manifest, browser module, server module and contract, without their tests. */
export function readPluginSources(folder: string): readonly PluginSource[] {
  const files = globSync(['manifest.ts', '{browser,server,contract}/**/*.{ts,tsx}'], { cwd: folder })
  return files
    .map((file) => normalizePath(file))
    .filter((path) => !isTest(path))
    .sort()
    .map((path) => ({
      path,
      side: sideOf(path),
      ...readFacts(path, readFileSync(join(folder, path), 'utf8')),
    }))
}
