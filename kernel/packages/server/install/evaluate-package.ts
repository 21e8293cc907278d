import type { Manifest } from '@spawnpoint/sdk/common'
import type { PackageAction, PackageNote, PackageSignature, SignaturePolicy } from '@spawnpoint/sdk/server'
import { posix } from 'node:path'
import semver from 'semver'
import type { AddedEntry } from './live-catalogue.ts'
import { findEngineProblem } from './engines.ts'
import { findClashes } from './manifest-clash.ts'
import { SDK_VERSION } from '../sdk-major.ts'
import type { MissingExport } from './missing-exports.ts'
import { findClosedServices, isService, nearestService } from '../../../../sdk/package/plugin-services.ts'
import type { TakenName } from '../../../../sdk/package/reserved-labels.ts'

/** Facts about this instance that matter when a package is reviewed. */
export interface Circumstances {
  readonly policy: SignaturePolicy
  readonly signature: PackageSignature
  /** Every plugin that is here, in its current version. */
  readonly plugins: readonly AddedEntry[]
  /** Migrations of this plugin that the database has. */
  readonly applied: readonly string[]
  /** True when the schema of its name belongs to somebody else. */
  readonly isSchemaForeign: boolean
  readonly schema: string
  /** The version whose data was kept when it was uninstalled. */
  readonly leftVersion: string | null
  /** True when it wants tables and the database's user may not create a role that is kept to them. */
  readonly sharesDatabase: boolean
  /** Exports that the browser module imports and this product's page lacks. */
  readonly missingExports: readonly MissingExport[]
  /** Its names that read like one of the product's own. */
  readonly takenNames: readonly TakenName[]
}

interface Candidate {
  readonly manifest: Manifest
  readonly hash: string
}

const note = (code: string, details: PackageNote['details'] = {}): PackageNote => ({ code, details })

const installedOf = ({ plugins }: Circumstances, id: string) => plugins.find((each) => each.id === id)

/** The effect of installing the package. */
export function actionOf({ manifest, hash }: Candidate, around: Circumstances): PackageAction {
  const installed = installedOf(around, manifest.id)?.installed
  if (!installed) return 'install'
  if (installed.hash === hash) return 'same'
  return semver.lt(manifest.version, installed.version) ? 'downgrade' : 'upgrade'
}

function idProblems({ manifest, hash }: Candidate, around: Circumstances): readonly PackageNote[] {
  const { id, version } = manifest
  const entry = installedOf(around, id)
  if (entry && entry.source !== 'package') return [note('PACKAGE_ID_TAKEN', { id })]
  const installed = entry?.installed
  if (installed && installed.version === version && installed.hash !== hash)
    return [note('PACKAGE_SAME_VERSION', { id, version })]
  return []
}

/** Tables go forward only: whoever takes them over has to know all that was done to them. */
function tableProblems({ manifest }: Candidate, around: Circumstances): readonly PackageNote[] {
  const { id, version, migrations, files = {} } = manifest
  const own = new Set(
    Object.keys(files).flatMap((path) => (posix.dirname(path) === migrations ? [posix.basename(path)] : [])),
  )
  const unknown = around.applied.findLast((name) => !own.has(name))
  if (unknown === undefined) return []
  const installed = installedOf(around, id)?.installed?.version ?? ''
  return [note('PACKAGE_DOWNGRADE', { id, version, installed, migration: unknown })]
}

function clashProblems({ manifest }: Candidate, around: Circumstances): readonly PackageNote[] {
  const { id } = manifest
  const others = around.plugins.flatMap((each) =>
    each.manifest && each.id !== id ? [{ id: each.id, manifest: each.manifest }] : [],
  )
  const foreign = around.isSchemaForeign ? [{ id, other: 'PostgreSQL', what: around.schema }] : []
  return [...findClashes([...others, { id, manifest }]).filter((each) => each.id === id), ...foreign].map(
    ({ other, what }) => note('PACKAGE_CLASH', { id, other, what }),
  )
}

/** A mistyped name is told as `check` tells it, since its author may be the one who installs it. */
function serviceProblem(id: string, service: string): PackageNote {
  if (isService(service)) return note('PACKAGE_SERVICE_CLOSED', { id, service })
  const meant = nearestService(service)
  if (meant === null) return note('PACKAGE_SERVICE_UNKNOWN', { id, service })
  return note('PACKAGE_SERVICE_MISTYPED', { id, service, meant })
}

/** Reasons why this package cannot be installed here. */
export function findProblems(candidate: Candidate, around: Circumstances): readonly PackageNote[] {
  const { id } = candidate.manifest
  const engine = findEngineProblem(candidate.manifest)
  return [
    ...(around.policy === 'require' && around.signature.state !== 'valid' ? [note('PACKAGE_UNSIGNED')] : []),
    ...idProblems(candidate, around),
    ...(engine ? [note('PACKAGE_INCOMPATIBLE', { id, ...engine })] : []),
    ...around.missingExports.map(({ from, names }) =>
      names.length > 0
        ? note('PACKAGE_EXPORT_MISSING', { id, names: names.join(', '), from, sdk: SDK_VERSION })
        : note('PACKAGE_MODULE_MISSING', { id, from, sdk: SDK_VERSION }),
    ),
    ...findClosedServices(candidate.manifest.capabilities).map((service) => serviceProblem(id, service)),
    ...around.takenNames.map(({ label, own }) => note('PACKAGE_LABEL_TAKEN', { label, own })),
    ...tableProblems(candidate, around),
    ...clashProblems(candidate, around),
  ]
}

/** A new publisher of a known plugin has its users' trust, but not its key. */
function signerWarnings({ signature }: Circumstances, before: PackageSignature | undefined) {
  if (before?.state !== 'valid' || before.keyName === signature.keyName) return []
  return [note('PACKAGE_SIGNER_CHANGED', { signer: before.keyName ?? '' })]
}

function leftoverWarnings({ id }: Manifest, { leftVersion }: Circumstances) {
  return leftVersion === null ? [] : [note('PACKAGE_FINDS_DATA', { id, version: leftVersion })]
}

function signatureWarnings({ policy, signature }: Circumstances): readonly PackageNote[] {
  if (policy !== 'warn') return []
  if (signature.state === 'none') return [note('PACKAGE_NOT_SIGNED')]
  if (signature.state === 'unknownKey')
    return [note('PACKAGE_UNKNOWN_SIGNER', { keyId: signature.keyId ?? '' })]
  return []
}

/** Warnings that the operator may accept. */
export function findWarnings(candidate: Candidate, around: Circumstances): readonly PackageNote[] {
  const { manifest } = candidate
  const installed = installedOf(around, manifest.id)?.installed
  const versionOf = (id: string) => installedOf(around, id)?.manifest?.version
  const missing = Object.entries(manifest.dependencies).filter(
    ([id, range]) => !semver.satisfies(versionOf(id) ?? '', range),
  )
  const enemies = around.plugins.filter(
    ({ id, manifest: other }) => manifest.conflicts.includes(id) || other?.conflicts.includes(manifest.id),
  )
  const broken = around.plugins.flatMap(({ id, manifest: other }) => {
    const range = other?.dependencies[manifest.id]
    return range === undefined || semver.satisfies(manifest.version, range) ? [] : [{ other: id, range }]
  })
  return [
    ...signatureWarnings(around),
    ...signerWarnings(around, installed?.signature),
    ...leftoverWarnings(manifest, around),
    // One that does not know its tables is refused: a word of support beside that would be wrong.
    ...(actionOf(candidate, around) === 'downgrade' && tableProblems(candidate, around).length === 0
      ? [note('PACKAGE_OLDER', { installed: installed?.version ?? '' })]
      : []),
    ...missing.map(([id, range]) => note('PACKAGE_DEPENDENCY', { needs: `${id} ${range}` })),
    ...broken.map((each) => note('PACKAGE_BREAKS', each)),
    ...enemies.map(({ id }) => note('PACKAGE_CONFLICT', { other: id })),
    ...(around.sharesDatabase ? [note('PACKAGE_SHARED_DATABASE')] : []),
  ]
}
