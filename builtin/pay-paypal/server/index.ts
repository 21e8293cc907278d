import { paypalSettings } from '@spawnpoint/contracts/pay-paypal'
import { PaymentProviders } from '@spawnpoint/contracts/payments'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, definePluginServer, Settings, type ServerHost } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { createPayPal } from './create-paypal.ts'

const uses = { providers: PaymentProviders, clock: Clock, settings: Settings }

export default definePluginServer(manifest, {
  settings: paypalSettings,
  uses,
  setup({ providers, clock, settings }: ServicesOf<typeof uses>, host: ServerHost) {
    host.onDispose(providers.add(createPayPal({ clock, settings })))
  },
})
