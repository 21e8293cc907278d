import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const group = 'billing'
const most = 1_000_000_000

const flag = (on: boolean) => ({ schema: z.boolean(), default: on, audience: 'public', group }) as const
const price = { schema: z.number().int().min(1).max(most), default: 100, audience: 'public', group } as const
const quantity = (usual: number) =>
  ({ schema: z.number().int().min(1).max(most), default: usual, audience: 'public', group }) as const
const bound = (usual: number) =>
  ({ schema: z.number().int().min(0).max(most), default: usual, audience: 'public', group }) as const

/** Prices, what one purchase adds, where the store stops, and what it does not sell. */
export const storeSettings = defineSettings({
  store_enabled: flag(false),

  store_ram_price: price,
  store_disk_price: price,
  store_cpu_price: price,
  store_ports_price: price,
  store_databases_price: price,
  store_backups_price: price,
  store_server_slot_price: price,

  store_ram_quantity: quantity(1024),
  store_disk_quantity: quantity(1024),
  store_cpu_quantity: quantity(100),
  store_allocation_quantity: quantity(2),
  store_databases_quantity: quantity(1),
  store_server_slot_quantity: quantity(1),
  store_backups_quantity: quantity(1),

  max_ram: bound(1024),
  max_disk: bound(1024),
  max_cpu: bound(100),
  max_ports: bound(2),
  max_databases: bound(1),
  max_server_slots: bound(1),
  max_backups: bound(1),

  block_ram: flag(false),
  block_disk: flag(false),
  block_cpu: flag(false),
  block_ports: flag(false),
  block_databases: flag(false),
  block_server_slots: flag(false),
  block_backups: flag(false),
})
