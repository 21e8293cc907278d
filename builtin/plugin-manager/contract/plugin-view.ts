import { z } from 'zod'

const text = z.string().nullable()
const texts = z.array(z.string()).readonly()

/** Result of checking a package's signature. */
export const signatureView = z.object({
  state: z.enum(['none', 'valid', 'unknownKey']),
  keyId: text,
  keyName: text,
})

/** Something that a plugin asks for or brings, as its operator reads it. */
export const packageRight = z.object({
  kind: z.enum([
    'definesPermission',
    'requiresPermission',
    'capability',
    'host',
    'event',
    'service',
    'tables',
    'jobs',
    'setting',
    'secretSetting',
    'page',
    'adminPage',
    'openPage',
    'barePage',
    'menuEntry',
    'command',
    'widget',
    'tab',
    'slot',
    'boot',
    'bootPage',
    'bootAdminPage',
    'bootTab',
    'bootWidget',
    'bootCommand',
    'bootSlot',
  ]),
  value: z.string(),
  detail: text,
  isNew: z.boolean(),
})

/** Where a plugin may run. */
export const isolationOptions = z.object({
  server: z.enum(['process', 'worker']).nullable(),
  browser: z.enum(['page', 'frame']).nullable(),
  canIsolate: z.boolean(),
  hasBoot: z.boolean(),
})

/** A plugin as the list shows it. */
export const pluginView = z.object({
  id: z.string().min(1).max(60),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  publisher: text,
  icon: text,
  kind: z.string(),
  removable: z.boolean(),
  enabled: z.boolean(),
  state: z.string(),
  reason: text,
  /** Its last errors in any process of the instance, the newest first. */
  errors: z
    .array(z.object({ at: z.iso.datetime(), effect: z.string(), stack: z.string(), requestId: text }))
    .readonly(),
  startedInMs: z.number().nullable(),
  faults: z.number(),
  /** Faults that browsers reported of this version within the last day. */
  reports: z.object({ people: z.number().int(), first: z.string(), lastAt: z.iso.datetime() }).nullable(),
  /** Scheduled jobs whose last run failed, with the first line of why. */
  failedJobs: z.array(z.object({ name: z.string(), failure: z.string() })).readonly(),
  dependencies: texts,
  dependants: texts,
  capabilities: texts,
  /** For a plugin of the plugins folder; null for others. */
  rights: z.array(packageRight).readonly().nullable(),
  permissions: z.array(z.object({ value: z.string(), description: z.string() })).readonly(),
  isConfigurable: z.boolean(),
  source: z.enum(['builtin', 'folder', 'package']),
  license: text,
  signature: signatureView.nullable(),
  isolation: z.object({ server: z.enum(['process', 'worker']), browser: z.enum(['page', 'frame']) }),
  /** The least that its author asks for, and whether staff may change it; null where it was not installed from a file. */
  isolationOptions: isolationOptions.nullable(),
  installedAt: z.iso.datetime().nullable(),
  isLeftover: z.boolean(),
})

export type PluginView = z.output<typeof pluginView>
