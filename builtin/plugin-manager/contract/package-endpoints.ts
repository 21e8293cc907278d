import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { isolationOptions, packageRight, pluginView, signatureView } from './plugin-view.ts'

const edit = { permission: 'admin.plugins.edit' } as const
const params = z.strictObject({ review: z.uuid() })
const text = z.string().nullable()

/** Bytes of the largest package that is read at all. */
export const LARGEST_PACKAGE = 20 * 1024 * 1024

/** A refusal or a warning: `plugin-manager.errors.<code>` with these details. */
const note = z.object({ code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })

const packageReview = z.object({
  id: z.uuid(),
  expiresAt: z.iso.datetime(),
  consent: z.string(),
  action: z.enum(['install', 'upgrade', 'downgrade', 'same']),
  plugin: z.string(),
  version: z.string(),
  installedVersion: text,
  title: z.string(),
  description: z.string(),
  publisher: text,
  license: text,
  bytes: z.number(),
  files: z.number(),
  hash: z.string(),
  signature: signatureView,
  policy: z.enum(['off', 'warn', 'require']),
  isolation: isolationOptions,
  rights: z.array(packageRight),
  dependencies: z.array(z.object({ id: z.string(), range: z.string(), found: text })),
  problems: z.array(note),
  warnings: z.array(note),
})

export type PackageReviewView = z.output<typeof packageReview>
export type PackageRightView = PackageReviewView['rights'][number]
export type PackageNoteView = z.output<typeof note>

/** Reasons to reject the file itself. */
const unreadable = {
  PACKAGE_TOO_LARGE: 413,
  PACKAGE_NOT_A_ZIP: 400,
  PACKAGE_PATH_OUTSIDE: 400,
  PACKAGE_SYMLINK: 400,
  PACKAGE_BOMB: 400,
  PACKAGE_ENTRY_TWICE: 400,
  PACKAGE_MANIFEST: 400,
  PACKAGE_HASH: 400,
  PACKAGE_SIGNATURE: 400,
} as const

/** Reasons why this instance refuses the package. */
const refused = {
  PACKAGE_UNSIGNED: 409,
  PACKAGE_ID_TAKEN: 409,
  PACKAGE_DOWNGRADE: 409,
  PACKAGE_SAME_VERSION: 409,
  PACKAGE_INCOMPATIBLE: 409,
  PACKAGE_EXPORT_MISSING: 409,
  PACKAGE_MODULE_MISSING: 409,
  PACKAGE_CLASH: 409,
  PACKAGE_LABEL_TAKEN: 409,
  PACKAGE_SERVICE_CLOSED: 409,
  PACKAGE_SERVICE_UNKNOWN: 409,
  PACKAGE_SERVICE_MISTYPED: 409,
} as const

export const reviewPackage = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-manager/packages',
  summary: 'Read a plugin package and say what it asks for; nothing of it runs',
  access: edit,
  accepts: 'application/zip',
  // Larger ones are told by name how large they may be.
  bodyLimit: 2 * LARGEST_PACKAGE,
  limit: 20,
  body: z.custom<Blob | Uint8Array>((value) => value instanceof Uint8Array),
  reply: z.object({ review: packageReview }),
  fails: { ...unreadable, REAUTHENTICATION_REQUIRED: 403 },
})

export const findReview = defineEndpoint({
  method: 'GET',
  path: '/api/plugin-manager/packages/:review',
  summary: 'A package that waits for consent, judged anew',
  access: edit,
  params,
  reply: z.object({ review: packageReview }),
  fails: { ...unreadable, PACKAGE_REVIEW_GONE: 404 },
})

export const discardReview = defineEndpoint({
  method: 'DELETE',
  path: '/api/plugin-manager/packages/:review',
  summary: 'Throw a waiting package away',
  access: edit,
  params,
  reply: z.object({}),
})

export const installPackage = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-manager/packages/:review/install',
  summary: 'Install or upgrade to a reviewed package, with consent to all that was shown',
  access: edit,
  params,
  body: z.strictObject({
    consent: z.string().min(1).max(200),
    /** Draws its pages in a frame. */
    isolated: z.boolean().optional(),
    /** Runs its server module in the product's process; only an administrator with `admin.root` may allow it. */
    inProcess: z.boolean().optional(),
  }),
  reply: z.object({ plugin: pluginView }),
  fails: {
    ...unreadable,
    ...refused,
    REAUTHENTICATION_REQUIRED: 403,
    PLUGIN_NEEDS_ROOT: 403,
    PACKAGE_REVIEW_GONE: 404,
    PACKAGE_CONSENT: 409,
    PACKAGE_UPGRADE_FAILED: 409,
  },
})

export const changePluginIsolation = defineEndpoint({
  method: 'PUT',
  path: '/api/plugin-manager/plugins/:id/isolation',
  summary: 'Run an installed plugin with another isolation',
  access: edit,
  params: z.strictObject({ id: z.string().min(1).max(60) }),
  body: z.strictObject({
    /** Draws its pages in a frame. */
    isolated: z.boolean(),
    /** Runs its server module in the product's process; only an administrator with `admin.root` may allow it. */
    inProcess: z.boolean(),
  }),
  reply: z.object({ plugin: pluginView }),
  fails: {
    PACKAGE_NOT_INSTALLED: 409,
    PACKAGE_ISOLATION_FAILED: 409,
    PLUGIN_NEEDS_ROOT: 403,
    REAUTHENTICATION_REQUIRED: 403,
  },
})

export const uninstallPlugin = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-manager/plugins/:id/uninstall',
  summary: 'Take an installed plugin away, with its data or without',
  access: edit,
  params: z.strictObject({ id: z.string().min(1).max(60) }),
  body: z.strictObject({ data: z.enum(['keep', 'remove']), withDependants: z.boolean() }),
  reply: z.object({}),
  fails: {
    PLUGIN_UNKNOWN: 404,
    PLUGIN_NOT_REMOVABLE: 409,
    PLUGIN_DEPENDANTS: 409,
    PACKAGE_NOT_INSTALLED: 409,
    REAUTHENTICATION_REQUIRED: 403,
  },
})

export const leaveSafeMode = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-manager/leave-safe-mode',
  summary: 'Let run-time plugins run again after failed starts of the product',
  access: edit,
  reply: z.object({}),
  fails: { REAUTHENTICATION_REQUIRED: 403 },
})
