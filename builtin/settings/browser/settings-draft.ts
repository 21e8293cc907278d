import type { SettingView } from '@spawnpoint/contracts/settings'

/** One edit that is not saved: the new value, and the value that stood there when the edit began. */
export interface PendingChange {
  readonly value: unknown
  readonly base: unknown
}

export type Draft = Readonly<Record<string, PendingChange>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The draft after an edit. Back at the stored value the edit is none; a secret is never compared, its value is unknown. */
export function editDraft(draft: Draft, setting: SettingView, value: unknown): Draft {
  const { [setting.key]: before, ...rest } = draft
  const isUndone = setting.audience !== 'secret' && isSame(value, setting.value)
  if (isUndone) return rest
  return { ...rest, [setting.key]: { value, base: before ? before.base : setting.value } }
}

export const dropFromDraft = (draft: Draft, keys: readonly string[]): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([key]) => !keys.includes(key)))

/** Somebody else saved this setting since the edit began. */
export const hasChangedMeanwhile = (setting: SettingView, change: PendingChange): boolean =>
  setting.audience !== 'secret' && !isSame(setting.value, change.base)

export const valuesOf = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries(Object.entries(draft).map(([key, { value }]) => [key, value]))
