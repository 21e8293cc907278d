import type { AuditService, BlobsService, Db, PackageReview } from '@spawnpoint/sdk/server'
import type { PluginControl } from '../../../server/host/packaged-plugins.ts'
import { PACKAGE_BLOBS } from './package-cache.ts'
import { packageFailure } from '../../../../sdk/package/package-failure.ts'
import type { PackageReviews, Reviewed } from './package-reviews.ts'
import { PackageRaceError, type PackageRow, type PackageRows } from './package-rows.ts'

export interface InstallDeps {
  readonly rows: PackageRows
  readonly reviews: PackageReviews
  readonly blobs: BlobsService
  readonly audit: AuditService
  readonly orm: Db
}

export interface InstallChoice {
  readonly consent: string
  readonly isolated?: boolean | undefined
  readonly inProcess?: boolean | undefined
  readonly actor: string | null
}

function checkConsent({ review }: Reviewed, consent: string) {
  const [problem] = review.problems
  if (review.consent !== consent) throw packageFailure('PACKAGE_CONSENT')
  if (problem) throw packageFailure(problem.code, problem.details)
}

/** Reports a race: the package changed after the operator reviewed it. */
async function orConsentGone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PackageRaceError) throw packageFailure('PACKAGE_CONSENT')
    throw error
  }
}

type Isolation = Pick<PackageRow, 'isolated' | 'inProcess'>

const auditOf = ({ version, hash, signature, rights }: PackageReview, isolation: Isolation) => ({
  version,
  hash,
  signature: signature.state,
  ...isolation,
  rights: rights.map(({ kind, value }) => `${kind} ${value}`),
})

/** The new version did not come up: the one before runs again, and the reason is kept. */
async function takeBack(
  { plugin: id, version, hash }: PackageReview,
  before: PackageRow,
  deps: InstallDeps,
  control: PluginControl,
) {
  const reason = control.whyNot(id)
  if (reason === null) return
  await orConsentGone(deps.rows.takeBack(id, hash, before.hash, reason))
  await deps.audit.write(deps.orm, {
    actor: null,
    action: 'plugins:upgrade-taken-back',
    target: id,
    before: { version, hash },
    after: { version: before.version, hash: before.hash, reason },
  })
  await control.apply()
  throw packageFailure('PACKAGE_UPGRADE_FAILED', { id, version, reason })
}

/** Puts a reviewed package in its place; one that was running is upgraded while the product runs. */
export async function installPackage(
  reviewId: string,
  { consent, actor, ...wanted }: InstallChoice,
  deps: InstallDeps,
  control: PluginControl,
): Promise<string> {
  const reviewed = await deps.reviews.get(reviewId)
  checkConsent(reviewed, consent)
  const { review, content, blobId } = reviewed
  const { plugin: id, hash } = review
  const versions = await deps.rows.of(id)
  const before = versions.find(({ isCurrent }) => isCurrent)
  // An upgrade that doesn't mention isolation keeps it.
  const isolation: Isolation = {
    isolated: wanted.isolated ?? before?.isolated ?? false,
    inProcess: wanted.inProcess ?? before?.inProcess ?? false,
  }
  const wasRunning = control.isRunning(id)
  const row = {
    id,
    hash,
    version: review.version,
    manifest: content.manifest,
    blobId,
    bytes: review.bytes,
    signature: review.signature,
    rights: review.rights.map((each) => ({ ...each, isNew: false })),
    ...isolation,
    installedBy: actor,
  }
  await orConsentGone(deps.rows.put(row, before?.hash ?? null))
  await deps.reviews.take(reviewId)
  const replaced = versions.find((each) => each.hash === hash)?.blobId
  if (replaced) await deps.blobs.remove(PACKAGE_BLOBS, replaced)
  const action = before ? 'plugins:upgraded' : 'plugins:installed'
  await deps.audit.write(deps.orm, {
    actor,
    action,
    target: id,
    ...(before ? { before: { version: before.version, hash: before.hash } } : {}),
    after: auditOf(review, isolation),
  })
  await control.apply()
  try {
    if (wasRunning && before && before.hash !== hash) await takeBack(review, before, deps, control)
  } finally {
    await control.announce()
  }
  return id
}
