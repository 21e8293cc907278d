import { resourceKeys, resourceMinimum, type Limits, type ResourceKey } from '@spawnpoint/contracts/servers'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { AmountScale } from '@spawnpoint/sdk/ui'

/** Values of the number fields, as typed. */
export type Amounts = Readonly<Record<ResourceKey, string>>

const usual: Readonly<Record<ResourceKey, number>> = {
  memory: 1024,
  cpu: 100,
  disk: 1024,
  databases: 1,
  backups: 1,
  allocations: 1,
}

const fill = (of: (key: ResourceKey) => number): Amounts => ({
  memory: String(of('memory')),
  cpu: String(of('cpu')),
  disk: String(of('disk')),
  databases: String(of('databases')),
  backups: String(of('backups')),
  allocations: String(of('allocations')),
})

/** A usual server, or what is still free of it. */
export const prefilled = (free: Limits): Amounts => fill((key) => Math.min(usual[key], free[key]))

export const parseAmounts = (amounts: Amounts): Record<ResourceKey, number> => ({
  memory: Number(amounts.memory),
  cpu: Number(amounts.cpu),
  disk: Number(amounts.disk),
  databases: Number(amounts.databases),
  backups: Number(amounts.backups),
  allocations: Number(amounts.allocations),
})

export type AmountProblem = {
  readonly key: ResourceKey
  readonly rule: 'whole' | 'least' | 'most'
  readonly bound: number
}

/** Validates the amounts against the available maximum. */
export const findProblems = (
  amounts: Amounts,
  most: Readonly<Record<ResourceKey, number>>,
): readonly AmountProblem[] =>
  resourceKeys.flatMap((key): AmountProblem[] => {
    const value = Number(amounts[key])
    if (amounts[key].trim() === '' || !Number.isInteger(value)) return [{ key, rule: 'whole', bound: 0 }]
    if (value < resourceMinimum[key]) return [{ key, rule: 'least', bound: resourceMinimum[key] }]
    return value > most[key] ? [{ key, rule: 'most', bound: most[key] }] : []
  })

const halfGigabytes = { per: 1024, step: 0.5 } as const

/** The scale of an amount that is shown in another unit than it is stored in, or has too many values to type. */
export const useAmountScale = () => {
  const t = useT('servers')
  return (key: string): AmountScale | null => {
    if (key === 'memory' || key === 'disk')
      return { ...halfGigabytes, unit: t('units.gb', { value: '' }).trim() }
    return key === 'cpu' ? { per: 1, step: 25, unit: '%' } : null
  }
}

/** Amounts as people read them: MB and GB, percent, pieces. */
export const useAmountFormat = () => {
  const t = useT('servers')
  const { number } = useFormat()
  const size = (mb: number) =>
    mb === 0 || (mb >= 1024 && mb % 128 === 0)
      ? t('units.gb', { value: number(mb / 1024) })
      : t('units.mb', { value: number(mb) })
  return (key: ResourceKey, value: number): string => {
    if (key === 'cpu') return t('units.percent', { value: number(value) })
    return key === 'memory' || key === 'disk' ? size(value) : number(value)
  }
}
