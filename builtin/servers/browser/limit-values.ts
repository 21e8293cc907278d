import { limitKeys, type LimitAmounts, type LimitKey } from '@spawnpoint/contracts/servers'

/** Field values, as typed. */
export type LimitValues = Readonly<Record<LimitKey, string>>

/** As far as the server takes it. */
export const mostOfLimit = 1_000_000_000

const fill = <T>(of: (key: LimitKey) => T): Record<LimitKey, T> => ({
  memory: of('memory'),
  disk: of('disk'),
  cpu: of('cpu'),
  slots: of('slots'),
  databases: of('databases'),
  backups: of('backups'),
  allocations: of('allocations'),
})

export const valuesOf = (amounts: LimitAmounts): LimitValues => fill((key) => String(amounts[key]))
export const amountsOf = (values: LimitValues): LimitAmounts => fill((key) => Number(values[key]))

export const isSame = (one: LimitAmounts, other: LimitAmounts): boolean =>
  limitKeys.every((key) => one[key] === other[key])

const isLimit = (text: string): boolean => /^\d{1,10}$/.test(text.trim()) && Number(text) <= mostOfLimit

/** The fields that hold no limit. */
export const findBad = (values: LimitValues): readonly LimitKey[] =>
  limitKeys.filter((key) => !isLimit(values[key]))

/** Lowered below what queued and live servers hold. */
export const findBelowUse = (
  values: LimitValues,
  { total, used }: { readonly total: LimitAmounts; readonly used: LimitAmounts },
): readonly LimitKey[] =>
  limitKeys.filter((key) => {
    const wanted = Number(values[key])
    return isLimit(values[key]) && wanted < used[key] && wanted < total[key]
  })
