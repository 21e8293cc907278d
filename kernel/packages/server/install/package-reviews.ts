import type { BlobsService, ClockService, PackageReview } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { canonicalManifest } from '../../../../sdk/package/canonical-manifest.ts'
import { packageFailure } from '../../../../sdk/package/package-failure.ts'
import { readPackage, type PluginPackage } from '../../../../sdk/package/read-package.ts'
import { describePackage, type DescriptionDeps } from './describe-package.ts'
import { PACKAGE_BLOBS } from './package-cache.ts'
import { findCircumstances, type CircumstancesDeps } from './package-circumstances.ts'

const KEPT_MS = 30 * 60 * 1000

export interface ReviewDeps extends CircumstancesDeps, DescriptionDeps {
  readonly pool: pg.Pool
  readonly blobs: BlobsService
  readonly clock: ClockService
}

interface Staged {
  readonly id: string
  readonly blobId: string
  readonly expiresAt: Date
}

/** A review with the package it is about. */
export interface Reviewed {
  readonly review: PackageReview
  readonly content: PluginPackage
  readonly blobId: string
}

/** Stands for what the operator reads; what names or times the review itself is none of it. */
const consentTo = (shown: Omit<PackageReview, 'id' | 'expiresAt' | 'consent'>): string =>
  createHash('sha256')
    .update(canonicalManifest({ ...shown }))
    .digest('base64url')

export interface PackageReviews {
  stage(bytes: Uint8Array, actor: string | null): Promise<PackageReview>
  /** Throws `PACKAGE_REVIEW_GONE`. */
  get(id: string): Promise<Reviewed>
  /** The review is answered; its package belongs to whoever took it. */
  take(id: string): Promise<Staged | null>
  discard(id: string): Promise<void>
  sweep(): Promise<void>
}

async function takeReview(pool: pg.Pool, id: string): Promise<Staged | null> {
  const { rows } = await pool.query<Staged>(
    `delete from kernel.package_review where id = $1 returning id, blob_id as "blobId", expires_at as "expiresAt"`,
    [id],
  )
  return rows[0] ?? null
}

async function discardReview({ pool, blobs }: ReviewDeps, id: string): Promise<void> {
  const staged = await takeReview(pool, id)
  if (!staged) return
  // An installation that was interrupted may have made it its own.
  const { rowCount } = await pool.query('select from kernel.plugin_package where blob_id = $1', [
    staged.blobId,
  ])
  if (!rowCount) await blobs.remove(PACKAGE_BLOBS, staged.blobId)
}

/** Packages that wait for an operator's word, for half an hour. */
export function createPackageReviews(deps: ReviewDeps): PackageReviews {
  const { pool } = deps

  async function review(
    { id, blobId, expiresAt }: Staged,
    content: PluginPackage,
    bytes: number,
  ): Promise<Reviewed> {
    const around = await findCircumstances(deps, content)
    const shown = describePackage(deps, { content, bytes, around })
    return { review: { id, expiresAt, consent: consentTo(shown), ...shown }, content, blobId }
  }

  return {
    async stage(bytes: Uint8Array, actor: string | null): Promise<PackageReview> {
      const content = await readPackage(bytes)
      // A signature that does not fit is found before anything is kept.
      await findCircumstances(deps, content)
      const blobId = await deps.blobs.put(PACKAGE_BLOBS, bytes, 'application/zip')
      const expiresAt = new Date(deps.clock.now().getTime() + KEPT_MS)
      const { rows } = await pool.query<{ id: string }>(
        'insert into kernel.package_review (blob_id, actor, expires_at) values ($1, $2, $3) returning id',
        [blobId, actor, expiresAt],
      )
      const reviewed = await review({ id: rows[0]?.id ?? '', blobId, expiresAt }, content, bytes.byteLength)
      return reviewed.review
    },
    async get(id: string): Promise<Reviewed> {
      const { rows } = await pool.query<Staged>(
        `select id, blob_id as "blobId", expires_at as "expiresAt" from kernel.package_review
         where id = $1 and expires_at > $2`,
        [id, deps.clock.now()],
      )
      const blob = rows[0] && (await deps.blobs.get(PACKAGE_BLOBS, rows[0].blobId))
      if (!rows[0] || !blob) throw packageFailure('PACKAGE_REVIEW_GONE')
      return review(rows[0], await readPackage(blob.bytes), blob.bytes.byteLength)
    },
    take: (id) => takeReview(pool, id),
    discard: (id) => discardReview(deps, id),
    async sweep(): Promise<void> {
      const { rows } = await pool.query<{ id: string }>(
        'select id from kernel.package_review where expires_at <= $1',
        [deps.clock.now()],
      )
      for (const { id } of rows) await discardReview(deps, id)
    },
  }
}
