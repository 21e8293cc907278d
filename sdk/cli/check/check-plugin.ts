import type { Manifest } from '@spawnpoint/sdk/common'
import { manifestSchema } from '@spawnpoint/sdk/common'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadFresh } from '../../package/build/load-module.ts'
import { readNamesSince, type NamesSince } from '../../package/build/names-since.ts'
import { buildHere } from '../build-here.ts'
import { ToolProblem } from '../command.ts'
import { TOOLS_ROOT } from '../repository.ts'
import { findTokenUses } from './asked-tokens.ts'
import { checkImports } from './check-imports.ts'
import { checkLabels } from './check-labels.ts'
import { checkLicence } from './check-licence.ts'
import { checkManifestFiles, checkManifestShape } from './check-manifest.ts'
import { checkMessages } from './check-messages.ts'
import { checkSizes, explainBuildFailure } from './check-output.ts'
import { checkNames } from './check-names.ts'
import { checkSchedules } from './check-schedules.ts'
import { checkSdkVersion } from './check-sdk-version.ts'
import { checkCapabilities, checkPermissions } from './check-rights.ts'
import { findFailureCodes } from './failure-codes.ts'
import { problem, type Finding } from './finding.ts'
import { readPluginSources, type PluginSource } from './plugin-sources.ts'
import { SourceError } from './source-facts.ts'

async function loadManifest(folder: string): Promise<unknown> {
  return (await loadFresh(join(folder, 'manifest.ts'))).default
}

/** The sources, or the finding that one of them cannot be read. */
function readSources(folder: string): readonly PluginSource[] | Finding {
  try {
    return readPluginSources(folder)
  } catch (error) {
    if (error instanceof SourceError) return problem('E_SYNTAX', `${error.path}:${error.line}`, error.message)
    throw error
  }
}

async function checkSources(
  folder: string,
  manifest: Manifest,
  since: NamesSince,
): Promise<readonly Finding[]> {
  const sources = readSources(folder)
  if ('level' in sources) return [...checkManifestFiles(folder, manifest), sources]
  return [
    ...checkManifestFiles(folder, manifest),
    ...checkMessages(folder, manifest, sources, await findFailureCodes(folder, manifest, sources)),
    ...checkLabels(folder, manifest),
    ...checkPermissions(manifest, sources),
    ...checkCapabilities(manifest, sources, await findTokenUses(folder, sources)),
    ...checkSchedules(sources),
    ...checkNames(manifest),
    ...checkImports(manifest, sources),
    ...checkSdkVersion(manifest, sources, since),
    ...checkLicence(folder, manifest),
  ]
}

async function checkBuilt(folder: string, build: boolean): Promise<readonly Finding[]> {
  const dist = join(folder, 'dist')
  if (!build) {
    const file = join(dist, 'manifest.json')
    if (!existsSync(file)) return []
    const parsed = manifestSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    // The schema has just said that it is one.
    return parsed.success ? checkSizes(dist, parsed.data as Manifest) : []
  }
  try {
    return checkSizes(dist, await buildHere(folder))
  } catch (error) {
    if (error instanceof ToolProblem) return explainBuildFailure(error.message)
    throw error
  }
}

export interface CheckOptions {
  readonly build: boolean
  /** When each name of the SDK came; as the tools know it when left out. */
  readonly since?: NamesSince
}

/** All that would keep a plugin from being installed or from working, and what operators would ask about. */
export async function checkPlugin(
  folder: string,
  { build, since = readNamesSince(TOOLS_ROOT) }: CheckOptions,
): Promise<readonly Finding[]> {
  let manifest: unknown
  try {
    manifest = await loadManifest(folder)
  } catch (error) {
    return [problem('E_MANIFEST', 'manifest.ts', error instanceof Error ? error.message : String(error))]
  }
  const shape = checkManifestShape(manifest)
  if (shape.length > 0) return shape
  // The schema has just said that it is one.
  const sources = await checkSources(folder, manifest as Manifest, since)
  const isBuildable = !sources.some(({ code }) => ['E_FILE_MISSING', 'E_SYNTAX'].includes(code))
  return [...sources, ...(isBuildable ? await checkBuilt(folder, build) : [])]
}
