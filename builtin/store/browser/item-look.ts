import type { ItemId } from '@spawnpoint/contracts/store'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Archive, Cpu, Database, HardDrive, MemoryStick, Network, Server } from '@spawnpoint/sdk/ui/icons'

type Unit = 'megabytes' | 'percent' | 'pieces'

export const itemLooks: Record<ItemId, { readonly Drawn: typeof Cpu; readonly unit: Unit }> = {
  ram: { Drawn: MemoryStick, unit: 'megabytes' },
  disk: { Drawn: HardDrive, unit: 'megabytes' },
  cpu: { Drawn: Cpu, unit: 'percent' },
  server_slot: { Drawn: Server, unit: 'pieces' },
  server_backup: { Drawn: Archive, unit: 'pieces' },
  server_allocation: { Drawn: Network, unit: 'pieces' },
  server_database: { Drawn: Database, unit: 'pieces' },
}

/** `2048` of memory reads as 2 GB, of CPU as 2048 %. */
export function useAmountTexts(item: ItemId): (amount: number) => string {
  const t = useT()
  const format = useFormat()
  const { unit } = itemLooks[item]
  return (amount) => {
    const isGigabytes = unit === 'megabytes' && amount >= 1024
    const value = isGigabytes ? Math.round((amount / 1024) * 100) / 100 : amount
    return t(`units.${isGigabytes ? 'gigabytes' : unit}`, { value: format.number(value) })
  }
}
