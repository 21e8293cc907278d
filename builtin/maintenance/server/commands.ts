import type { MaintenanceService } from '@spawnpoint/contracts/maintenance'
import { maintenanceEnd, maintenanceMessage } from '@spawnpoint/contracts/maintenance/schemas'
import type { AdminCommand, AdminOptions, ServerHost } from '@spawnpoint/sdk/server'

const textOf = (options: AdminOptions, name: string): string => {
  const value = options[name]
  return typeof value === 'string' ? value : ''
}

const on = (maintenance: MaintenanceService): AdminCommand => ({
  summary: 'close the dashboard for everybody but administrators',
  arguments: [],
  options: [
    { name: 'message', value: 'text', summary: 'shown on the maintenance page' },
    { name: 'until', value: 'time', summary: 'the expected end, such as 2027-01-10T18:00:00Z' },
  ],
  async run(_given, options = {}) {
    const message = maintenanceMessage.safeParse(textOf(options, 'message'))
    if (!message.success) return { failed: true, text: 'The message can have 500 characters at most.' }
    const until = maintenanceEnd.safeParse(textOf(options, 'until'))
    if (!until.success)
      return { failed: true, text: 'Give the expected end as UTC, such as 2027-01-10T18:00:00Z.' }
    await maintenance.change({ enabled: true, message: message.data, until: until.data, actor: null })
    return { text: 'Maintenance mode is on: only administrators can use the dashboard.' }
  },
})

const off = (maintenance: MaintenanceService): AdminCommand => ({
  summary: 'open the dashboard again',
  arguments: [],
  async run() {
    await maintenance.change({ enabled: false, actor: null })
    return { text: 'Maintenance mode is off.' }
  },
})

/** `npm run admin -- maintenance on | off`. */
export function registerCommands(host: ServerHost, maintenance: MaintenanceService): void {
  host.command('maintenance on', on(maintenance))
  host.command('maintenance off', off(maintenance))
}
