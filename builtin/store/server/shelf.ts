import type { SettingsReader } from '@spawnpoint/contracts/coins'
import type { Allowance } from '@spawnpoint/contracts/servers'
import { storeSettings, type ItemId } from '@spawnpoint/contracts/store'

type Values = ReturnType<typeof readStore>
type KeyOf<Kind> = { [K in keyof Values]: Values[K] extends Kind ? K : never }[keyof Values]

interface Shelf {
  readonly part: keyof Allowance
  readonly price: KeyOf<number>
  readonly quantity: KeyOf<number>
  readonly max: KeyOf<number>
  readonly block: KeyOf<boolean>
}

/** Item → the part of the allowance it adds to, and its settings. */
const shelves: Record<ItemId, Shelf> = {
  ram: {
    part: 'memory',
    price: 'store_ram_price',
    quantity: 'store_ram_quantity',
    max: 'max_ram',
    block: 'block_ram',
  },
  disk: {
    part: 'disk',
    price: 'store_disk_price',
    quantity: 'store_disk_quantity',
    max: 'max_disk',
    block: 'block_disk',
  },
  cpu: {
    part: 'cpu',
    price: 'store_cpu_price',
    quantity: 'store_cpu_quantity',
    max: 'max_cpu',
    block: 'block_cpu',
  },
  server_slot: {
    part: 'slots',
    price: 'store_server_slot_price',
    quantity: 'store_server_slot_quantity',
    max: 'max_server_slots',
    block: 'block_server_slots',
  },
  server_backup: {
    part: 'backups',
    price: 'store_backups_price',
    quantity: 'store_backups_quantity',
    max: 'max_backups',
    block: 'block_backups',
  },
  server_allocation: {
    part: 'ports',
    price: 'store_ports_price',
    quantity: 'store_allocation_quantity',
    max: 'max_ports',
    block: 'block_ports',
  },
  server_database: {
    part: 'databases',
    price: 'store_databases_price',
    quantity: 'store_databases_quantity',
    max: 'max_databases',
    block: 'block_databases',
  },
}

interface Offer {
  readonly part: keyof Allowance
  readonly price: number
  readonly quantity: number
  readonly max: number
}

const readStore = (settings: SettingsReader) => settings.read(storeSettings)

export const chosenPictures = (settings: SettingsReader) => readStore(settings).store_item_pictures

/** Current price and amount of an item; null while it is not for sale. */
export function findOffer(settings: SettingsReader, item: ItemId): Offer | null {
  const values = readStore(settings)
  const shelf = shelves[item]
  if (values[shelf.block]) return null
  return {
    part: shelf.part,
    price: values[shelf.price],
    quantity: values[shelf.quantity],
    max: values[shelf.max],
  }
}
