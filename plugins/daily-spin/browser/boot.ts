import type { HookBus } from '@spawnpoint/sdk/common'

/** A dashboard at an address such as `kiosk.example.com` stands where everybody can spin somebody else's wheel. */
export default function boot(hooks: HookBus) {
  hooks.on('beforeAccessCheck', (probe) => {
    if (probe.url.hostname.startsWith('kiosk.'))
      probe.report({ code: 'DAILY_SPIN_KIOSK', text: 'Open the address without "kiosk." at its start.' })
  })
}
