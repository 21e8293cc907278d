import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { itemIds } from './items.ts'

const group = 'billing'
const most = 1_000_000_000

const flag = (on: boolean) => ({ schema: z.boolean(), default: on, audience: 'public', group }) as const
const amount = (initial: number, min: 0 | 1) =>
  ({ schema: z.number().int().min(min).max(most), default: initial, audience: 'public', group }) as const
const price = amount(100, 1)
const megabytes = { unit: 'megabytes' } as const
const percent = { unit: 'percent' } as const

type Column = 'price' | 'quantity' | 'most' | 'blocked'
const cell = (row: string, column: Column) => ({ table: { id: 'resources', row, column } }) as const

/** Prices, what one purchase adds, where the store stops, and what it does not sell. */
export const storeSettings = defineSettings({
  store_enabled: flag(false),
  /** Item → id of the catalog image shown for it. */
  store_item_pictures: {
    schema: z.partialRecord(z.enum(itemIds), z.uuid()),
    default: {},
    audience: 'server',
    group,
    drawnBySlot: true,
  },

  store_ram_price: { ...price, ...cell('memory', 'price') },
  store_disk_price: { ...price, ...cell('disk', 'price') },
  store_cpu_price: { ...price, ...cell('cpu', 'price') },
  store_ports_price: { ...price, ...cell('ports', 'price') },
  store_databases_price: { ...price, ...cell('databases', 'price') },
  store_backups_price: { ...price, ...cell('backups', 'price') },
  store_server_slot_price: { ...price, ...cell('slots', 'price') },

  store_ram_quantity: { ...amount(1024, 1), ...megabytes, ...cell('memory', 'quantity') },
  store_disk_quantity: { ...amount(1024, 1), ...megabytes, ...cell('disk', 'quantity') },
  store_cpu_quantity: { ...amount(100, 1), ...percent, ...cell('cpu', 'quantity') },
  store_allocation_quantity: { ...amount(2, 1), ...cell('ports', 'quantity') },
  store_databases_quantity: { ...amount(1, 1), ...cell('databases', 'quantity') },
  store_server_slot_quantity: { ...amount(1, 1), ...cell('slots', 'quantity') },
  store_backups_quantity: { ...amount(1, 1), ...cell('backups', 'quantity') },

  max_ram: { ...amount(1024, 0), ...megabytes, ...cell('memory', 'most') },
  max_disk: { ...amount(1024, 0), ...megabytes, ...cell('disk', 'most') },
  max_cpu: { ...amount(100, 0), ...percent, ...cell('cpu', 'most') },
  max_ports: { ...amount(2, 0), ...cell('ports', 'most') },
  max_databases: { ...amount(1, 0), ...cell('databases', 'most') },
  max_server_slots: { ...amount(1, 0), ...cell('slots', 'most') },
  max_backups: { ...amount(1, 0), ...cell('backups', 'most') },

  block_ram: { ...flag(false), ...cell('memory', 'blocked') },
  block_disk: { ...flag(false), ...cell('disk', 'blocked') },
  block_cpu: { ...flag(false), ...cell('cpu', 'blocked') },
  block_ports: { ...flag(false), ...cell('ports', 'blocked') },
  block_databases: { ...flag(false), ...cell('databases', 'blocked') },
  block_server_slots: { ...flag(false), ...cell('slots', 'blocked') },
  block_backups: { ...flag(false), ...cell('backups', 'blocked') },
})
