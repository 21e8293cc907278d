import { activeStates, type BackupView } from '@spawnpoint/contracts/backups'
import { useFormat, useT } from '@spawnpoint/sdk/browser'

export const isActive = ({ state }: Pick<BackupView, 'state'>): boolean => activeStates.includes(state)

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Sizes and durations of backups in the reader's language. */
export function useBackupTexts() {
  const t = useT()
  const { number, dateTime } = useFormat()
  return {
    nameOf: ({ createdAt }: Pick<BackupView, 'createdAt'>) => dateTime(createdAt),
    size(bytes: number): string {
      const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
      const value = bytes / 1_000 ** step
      const shown = value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value)
      return t(`sizes.${units[step] ?? 'B'}`, { value: number(shown) })
    },
    seconds: (ms: number) => number(Math.max(1, Math.round(ms / 1_000))),
    contents({ rows, tables }: BackupView): string | null {
      if (rows === null || tables === null) return null
      return t('contents', { rows: number(rows), tables: number(tables) })
    },
    failure: ({ failure, part }: BackupView): string | null =>
      failure === null ? null : t(`failures.${failure}`, { part: part ?? '' }),
  }
}
