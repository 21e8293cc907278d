import type { Manifest } from '@spawnpoint/sdk/common'
import semver from 'semver'
import { olderMajor, SDK_VERSION } from '../sdk-major.ts'
import { VERSION } from '../../../server/version.ts'

export interface EngineProblem {
  readonly what: 'shell' | 'sdk'
  readonly range: string
  readonly found: string
}

const fits = (version: string, range: string) => semver.satisfies(version, range, { includePrerelease: true })

/** Returns why the plugin does not fit this product version; null when it fits. */
export function findEngineProblem({ engines }: Pick<Manifest, 'engines'>): EngineProblem | null {
  const { shell, sdk } = engines ?? {}
  if (shell !== undefined && !fits(VERSION, shell)) return { what: 'shell', range: shell, found: VERSION }
  // One made for an older major gets the façade of that major in the page.
  if (sdk !== undefined && !fits(SDK_VERSION, sdk) && olderMajor(sdk) === null)
    return { what: 'sdk', range: sdk, found: SDK_VERSION }
  return null
}

/** The same as a sentence for the operator. */
export function describeEngineProblem(manifest: Pick<Manifest, 'engines'>): string | null {
  const problem = findEngineProblem(manifest)
  return problem && `is made for ${problem.what} ${problem.range}, this is ${problem.found}`
}
