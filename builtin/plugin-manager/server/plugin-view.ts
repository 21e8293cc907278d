import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import type { PluginRow } from '@spawnpoint/sdk/server'

/** A fault's text may carry a whole stack; the page shows where it begins. */
const LONGEST = 4_000

const cut = (text: string | null) => text?.slice(0, LONGEST) ?? null

type FailedJobs = PluginView['failedJobs']

export const presentPlugin = (
  {
    settings,
    permissions,
    paths: _paths,
    installedAt,
    reports,
    rights,
    errors = [],
    lastError: _last,
    ...row
  }: PluginRow,
  failedJobs: FailedJobs = [],
): PluginView => ({
  ...row,
  failedJobs,
  installedAt: installedAt?.toISOString() ?? null,
  reason: cut(row.reason),
  rights: rights ? [...rights] : null,
  errors: errors.map(({ at, ...error }) => ({ ...error, at: at.toISOString() })),
  reports: reports
    ? { ...reports, first: reports.first.slice(0, LONGEST), lastAt: reports.lastAt.toISOString() }
    : null,
  permissions: permissions.map(({ value, description }) => ({ value, description })),
  isConfigurable: settings !== null,
})
