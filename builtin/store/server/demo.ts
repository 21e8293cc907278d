import { Ledger } from '@spawnpoint/contracts/coins'
import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { changeSettings } from '@spawnpoint/contracts/settings'
import { purchase, type ItemId } from '@spawnpoint/contracts/store'
import { defineDemo } from '@spawnpoint/sdk/server'

const prices = { ram: 250, disk: 120, cpu: 300, server_slot: 400, server_backup: 80 } as const
type Sold = keyof typeof prices & ItemId
const sold = Object.keys(prices) as Sold[] // the keys of the object above

const values = {
  store_enabled: true,
  store_ram_price: prices.ram,
  store_disk_price: prices.disk,
  store_cpu_price: prices.cpu,
  store_server_slot_price: prices.server_slot,
  store_backups_price: prices.server_backup,
  store_ports_price: 60,
  store_databases_price: 90,
  store_disk_quantity: 5120,
  store_cpu_quantity: 50,
  max_ram: 16_384,
  max_disk: 65_536,
  max_cpu: 600,
  max_ports: 12,
  max_databases: 5,
  max_server_slots: 5,
  max_backups: 15,
}

export const demo = defineDemo({
  // Coins are earned before they are spent.
  uses: { ledger: Ledger, codes: RedeemCodes },
  async fill({ ledger }, stage) {
    await stage.call(stage.person('marta'), changeSettings, { body: { values } })
    for (const person of stage.people('customer')) {
      // Whatever is bought often is bought again.
      const wishes =
        person.username === 'priya' ? [...sold, ...sold] : sold.filter(() => stage.random() < 0.5)
      for (const item of wishes) {
        const requestKey = stage.uuid()
        stage.plan(stage.past(person.since), async () => {
          if ((await ledger.balance(person.id)) < prices[item]) return
          await stage.call(person, purchase, { body: { item, price: prices[item], requestKey } })
        })
      }
    }
  },
})
