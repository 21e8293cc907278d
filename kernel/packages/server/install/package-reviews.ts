import type { PermissionEntry } from '@spawnpoint/sdk/common'
import type { BlobsService, ClockService, PackageReview, SettingsService } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isReservedSchema, schemaNameOf } from '../../../../sdk/package/schema-name.ts'
import type { SharedNames } from '../../../common/plan.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { canonicalManifest } from '../../../../sdk/package/canonical-manifest.ts'
import { canCreateRoles } from '../context/database-role.ts'
import { actionOf, findProblems, findWarnings, type Circumstances } from './evaluate-package.ts'
import { PACKAGE_BLOBS } from './package-cache.ts'
import { findMissingExports } from './missing-exports.ts'
import { packageSettings } from './package-settings.ts'
import { packageFailure } from '../../../../sdk/package/package-failure.ts'
import { labelIn } from './package-label.ts'
import { rightsOf } from '../../../../sdk/package/package-rights.ts'
import { readPackage, type PluginPackage } from '../../../../sdk/package/read-package.ts'
import { verifySignature } from '../../../../sdk/package/signature.ts'
import { readTrustedKeys } from '../../../../sdk/package/trusted-keys.ts'

const KEPT_MS = 30 * 60 * 1000

export interface ReviewDeps {
  readonly pool: pg.Pool
  readonly blobs: BlobsService
  readonly clock: ClockService
  readonly settings: Pick<SettingsService, 'read'>
  readonly catalogue: LiveCatalogue
  permissions(): readonly PermissionEntry[]
  describeService(token: string): string | null
  shared(): SharedNames | null
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

/** Packages that wait for an operator's word, for half an hour. */
export function createPackageReviews(deps: ReviewDeps): PackageReviews {
  const { pool } = deps

  async function isSchemaForeign(id: string): Promise<boolean> {
    const schema = schemaNameOf(id)
    if (isReservedSchema(schema)) return true
    const { rowCount } = await pool.query(
      `select from pg_namespace where nspname = $1
         and not exists (select from kernel.migrations where plugin = $2)
         and not exists (select from kernel.plugin_role where plugin = $2)
         and not exists (select from kernel.plugin_package where id = $2)
         and not exists (select from kernel.plugin where id = $2 and leftover is not null)`,
      [schema, id],
    )
    return rowCount !== 0
  }

  async function findLeftVersion(id: string): Promise<string | null> {
    const { rows } = await pool.query<{ version: string }>(
      `select leftover->>'version' as version from kernel.plugin where id = $1 and leftover is not null`,
      [id],
    )
    return rows[0]?.version ?? null
  }

  async function circumstances(content: PluginPackage): Promise<Circumstances> {
    const { id, migrations, capabilities } = content.manifest
    const { plugin_signature_policy: policy, plugin_trusted_keys: keys } = deps.settings.read(packageSettings)
    const { rows } = await pool.query<{ name: string }>(
      'select name from kernel.migrations where plugin = $1 order by name collate "C"',
      [id],
    )
    const hasTables = migrations !== undefined || capabilities.includes('server.db')
    return {
      policy,
      signature: verifySignature(content.manifest, readTrustedKeys(keys)),
      plugins: deps.catalogue.all(),
      applied: rows.map(({ name }) => name),
      isSchemaForeign: hasTables && (await isSchemaForeign(id)),
      schema: schemaNameOf(id),
      leftVersion: await findLeftVersion(id),
      missingExports: findMissingExports(
        content.manifest,
        (path) => content.files.get(path)?.toString('utf8') ?? null,
        deps.shared(),
      ),
      sharesDatabase: capabilities.includes('server.db') && !(await canCreateRoles(pool)),
    }
  }

  function describe(content: PluginPackage, bytes: number, around: Circumstances) {
    const { manifest, hash, files } = content
    const installed = deps.catalogue.find(manifest.id)?.installed
    const label = (text: string) => labelIn(content, text)
    const server = manifest.server === undefined ? null : (manifest.isolation?.server ?? 'process')
    const hasPages = Object.keys(manifest.modules).length > 0
    const browser = hasPages ? (manifest.isolation?.browser ?? 'page') : null
    // An access rule runs before the page, where no frame is yet.
    const canIsolate = browser === 'page' && !manifest.capabilities.includes('hooks.access-check')
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
      isolation: { server, browser, canIsolate },
      rights: rightsOf(manifest, {
        granted: installed?.rights ?? [],
        catalogue: deps.permissions(),
        describeService: deps.describeService,
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

  async function judge(
    { id, blobId, expiresAt }: Staged,
    content: PluginPackage,
    bytes: number,
  ): Promise<Reviewed> {
    const shown = describe(content, bytes, await circumstances(content))
    return { review: { id, expiresAt, consent: consentTo(shown), ...shown }, content, blobId }
  }

  async function take(id: string): Promise<Staged | null> {
    const { rows } = await pool.query<Staged>(
      `delete from kernel.package_review where id = $1 returning id, blob_id as "blobId", expires_at as "expiresAt"`,
      [id],
    )
    return rows[0] ?? null
  }

  return {
    async stage(bytes: Uint8Array, actor: string | null): Promise<PackageReview> {
      const content = await readPackage(bytes)
      // A signature that does not fit is found before anything is kept.
      await circumstances(content)
      const blobId = await deps.blobs.put(PACKAGE_BLOBS, bytes, 'application/zip')
      const expiresAt = new Date(deps.clock.now().getTime() + KEPT_MS)
      const { rows } = await pool.query<{ id: string }>(
        'insert into kernel.package_review (blob_id, actor, expires_at) values ($1, $2, $3) returning id',
        [blobId, actor, expiresAt],
      )
      const { review } = await judge({ id: rows[0]?.id ?? '', blobId, expiresAt }, content, bytes.byteLength)
      return review
    },
    async get(id: string): Promise<Reviewed> {
      const { rows } = await pool.query<Staged>(
        `select id, blob_id as "blobId", expires_at as "expiresAt" from kernel.package_review
         where id = $1 and expires_at > $2`,
        [id, deps.clock.now()],
      )
      const blob = rows[0] && (await deps.blobs.get(PACKAGE_BLOBS, rows[0].blobId))
      if (!rows[0] || !blob) throw packageFailure('PACKAGE_REVIEW_GONE')
      return judge(rows[0], await readPackage(blob.bytes), blob.bytes.byteLength)
    },
    take,
    async discard(id: string): Promise<void> {
      const staged = await take(id)
      if (!staged) return
      // An installation that was interrupted may have made it its own.
      const { rowCount } = await pool.query('select from kernel.plugin_package where blob_id = $1', [
        staged.blobId,
      ])
      if (!rowCount) await deps.blobs.remove(PACKAGE_BLOBS, staged.blobId)
    },
    async sweep(): Promise<void> {
      const { rows } = await pool.query<{ id: string }>(
        'select id from kernel.package_review where expires_at <= $1',
        [deps.clock.now()],
      )
      for (const { id } of rows) await this.discard(id)
    },
  }
}
