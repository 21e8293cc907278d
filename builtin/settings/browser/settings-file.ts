import type { SettingView } from '@spawnpoint/contracts/settings'
import { z } from 'zod'

/** A file of settings. Secrets are never in it. */
const settingsFile = z.object({
  format: z.literal('spawnpoint-settings-1'),
  settings: z.record(z.string().max(120), z.unknown()),
})

export const writeSettingsFile = (all: readonly SettingView[]): string => {
  const settings = Object.fromEntries(
    all
      .filter(({ audience }) => audience !== 'secret')
      .toSorted((a, b) => a.key.localeCompare(b.key))
      .map(({ key, value }) => [key, value]),
  )
  return `${JSON.stringify({ format: 'spawnpoint-settings-1', settings }, null, 2)}\n`
}

export interface ReadFile {
  readonly changes: readonly { readonly setting: SettingView; readonly value: unknown }[]
  /** Keys that this product does not have, secrets, and settings that the reader may not change. */
  readonly skipped: readonly string[]
}

/** The values of a file that differ from the stored ones; null where it is no file of settings. */
export function readSettingsFile(
  text: string,
  all: readonly SettingView[],
  mayChange: (setting: SettingView) => boolean,
): ReadFile | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const file = settingsFile.safeParse(json)
  if (!file.success) return null
  const known = new Map(all.map((setting) => [setting.key, setting]))
  const changes: { setting: SettingView; value: unknown }[] = []
  const skipped: string[] = []
  for (const [key, value] of Object.entries(file.data.settings)) {
    const setting = known.get(key)
    if (setting && JSON.stringify(setting.value) === JSON.stringify(value)) continue
    if (setting && setting.audience !== 'secret' && mayChange(setting)) changes.push({ setting, value })
    else skipped.push(key)
  }
  return { changes, skipped }
}
