import type { Manifest } from '@spawnpoint/sdk/common'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { problem, type Finding } from './finding.ts'
import type { PluginSource } from './plugin-sources.ts'

const parts = ['browser', 'server', 'contract']

/** Which of the plugin's own parts each part may reach. */
const reachable: Readonly<Record<PluginSource['side'], readonly string[]>> = {
  manifest: ['contract'],
  contract: ['contract'],
  browser: ['browser', 'contract', 'manifest.ts'],
  server: ['server', 'contract', 'manifest.ts'],
}

const browserOnly = /^@spawnpoint\/sdk($|\/(browser|query|ui|ui\/.*|resource\/browser)$)/
const serverOnly = /^@spawnpoint\/sdk\/(server|resource\/server)$/
const contract = /^@spawnpoint\/contracts\/[a-z][a-z0-9.-]*(\/schemas)?$/

function relativeFault({ path, side }: PluginSource, specifier: string): string | null {
  const target = posix.join(posix.dirname(path), specifier)
  if (target.startsWith('..')) return 'leaves the folder of the plugin: what is outside of it is not packed'
  const part = target.includes('/') ? (target.split('/')[0] ?? '') : target
  if (!parts.includes(part) && part !== 'manifest.ts') return null
  return reachable[side].includes(part) ? null : `the ${side} may not import from ${part}`
}

function packageFault({ side }: PluginSource, specifier: string): string | null {
  const runsInBrowser = side === 'browser' || side === 'contract'
  if (runsInBrowser && isBuiltin(specifier)) return 'a browser has no modules of Node'
  if (/^@spawnpoint\/contracts(\/|$)/.test(specifier) && !contract.test(specifier))
    return 'of another plugin there is its contract: @spawnpoint/contracts/<plugin>'
  if (/(^|\/)(kernel|builtin)\//.test(specifier))
    return 'the inside of the product is not for plugins: use @spawnpoint/sdk'
  if (specifier.startsWith('@spawnpoint/sdk/testing')) return 'the testing entry is for tests'
  if (side === 'server' && browserOnly.test(specifier)) return 'is for the browser module'
  if (runsInBrowser && serverOnly.test(specifier)) return 'is for the server module'
  if (side === 'manifest' && !['@spawnpoint/sdk/manifest', '@spawnpoint/sdk/common'].includes(specifier))
    return 'the manifest is data: it imports @spawnpoint/sdk/manifest and its own contract'
  return null
}

const faultOf = (source: PluginSource, specifier: string) =>
  specifier.startsWith('.') ? relativeFault(source, specifier) : packageFault(source, specifier)

/** Imports that would not run in the product, or reach into it. */
export const checkImports = (_manifest: Manifest, sources: readonly PluginSource[]): readonly Finding[] =>
  sources.flatMap((source) =>
    source.imports.flatMap(({ text, line }) => {
      const fault = faultOf(source, text)
      return fault === null ? [] : [problem('E_IMPORT', `${source.path}:${line}`, `'${text}': ${fault}`)]
    }),
  )
