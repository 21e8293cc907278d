import type { SettingView } from '@spawnpoint/contracts/settings'
import { produce } from 'immer'

/** One edit that is not saved: the new value, and the value that stood there when the edit began. */
export interface PendingChange {
  readonly value: unknown
  readonly base: unknown
}

export type Draft = Readonly<Record<string, PendingChange>>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The draft after an edit. Back at the stored value the edit is none; a secret is never compared, its value is unknown. */
export const editDraft = produce(
  (draft: Record<string, PendingChange>, setting: SettingView, value: unknown) => {
    const isUndone = setting.audience !== 'secret' && isSame(value, setting.value)
    if (isUndone) delete draft[setting.key]
    else draft[setting.key] = { value, base: draft[setting.key]?.base ?? setting.value }
  },
)

export const dropFromDraft = produce((draft: Record<string, PendingChange>, keys: readonly string[]) => {
  for (const key of keys) delete draft[key]
})

/** Whether someone else saved this setting since editing began. */
export const hasChangedMeanwhile = (setting: SettingView, change: PendingChange): boolean =>
  setting.audience !== 'secret' && !isSame(setting.value, change.base)

export const valuesOf = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries(Object.entries(draft).map(([key, { value }]) => [key, value]))
