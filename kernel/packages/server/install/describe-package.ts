import type { Manifest } from '@spawnpoint/sdk/common'
import type { PermissionEntry } from '@spawnpoint/sdk/common'
import type { PackageReview } from '@spawnpoint/sdk/server'
import { rightsOf } from '../../../../sdk/package/package-rights.ts'
import type { PluginPackage } from '../../../../sdk/package/read-package.ts'
import { actionOf, findProblems, findWarnings, type Circumstances } from './evaluate-package.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { labelIn } from './package-label.ts'

export interface DescriptionDeps {
  readonly catalogue: LiveCatalogue
  permissions(): readonly PermissionEntry[]
  describeService(token: string): string | null
}

/** The least isolation that the author asks for, and whether the operator may ask for more. */
export function isolationOptionsOf(manifest: Manifest): PackageReview['isolation'] {
  const server = manifest.server === undefined ? null : (manifest.isolation?.server ?? 'process')
  const hasPages = Object.keys(manifest.modules).length > 0
  const browser = hasPages ? (manifest.isolation?.browser ?? 'page') : null
  // An access rule runs before the page, where no frame is yet.
  const canIsolate = browser === 'page' && !manifest.capabilities.includes('hooks.access-check')
  return { server, browser, canIsolate, hasBoot: manifest.boot !== undefined }
}

/** All that the operator reads before an answer. */
export function describePackage(
  { catalogue, permissions, describeService }: DescriptionDeps,
  { content, bytes, around }: { content: PluginPackage; bytes: number; around: Circumstances },
): Omit<PackageReview, 'id' | 'expiresAt' | 'consent'> {
  const { manifest, hash, files } = content
  const installed = catalogue.find(manifest.id)?.installed
  const label = (text: string) => labelIn(content, text)
  return {
    action: actionOf(content, around),
    plugin: manifest.id,
    version: manifest.version,
    installedVersion: installed?.version ?? null,
    title: label(manifest.title),
    description: label(manifest.description),
    publisher: manifest.publisher ?? null,
    license: manifest.license ?? null,
    bytes,
    files: files.size,
    hash,
    signature: around.signature,
    policy: around.policy,
    isolation: isolationOptionsOf(manifest),
    rights: rightsOf(manifest, {
      granted: installed?.rights ?? [],
      catalogue: permissions(),
      describeService,
      label,
    }),
    dependencies: Object.entries(manifest.dependencies).map(([id, range]) => ({
      id,
      range,
      found: around.plugins.find((each) => each.id === id)?.manifest?.version ?? null,
    })),
    problems: findProblems(content, around),
    warnings: findWarnings(content, around),
  }
}
