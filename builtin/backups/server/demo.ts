import { createBackup } from '@spawnpoint/contracts/backups'
import { changeSettings } from '@spawnpoint/contracts/settings'
import { defineDemo } from '@spawnpoint/sdk/server'

/** Daily backups are on, and the first one is made by a worker soon after the start. */
export const demo = defineDemo({
  uses: {},
  async fill(_services, stage) {
    const admin = stage.person('marta')
    await stage.call(admin, changeSettings, { body: { values: { daily_backup_enabled: true } } })
    stage.plan(new Date(), () => stage.call(admin, createBackup))
  },
})
