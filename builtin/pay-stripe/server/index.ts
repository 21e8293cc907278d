import { PaymentProviders } from '@spawnpoint/contracts/payments'
import { stripeSettings } from '@spawnpoint/contracts/pay-stripe'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, definePluginServer, Settings, type ServerHost } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { createStripe } from './create-stripe.ts'

const uses = { providers: PaymentProviders, clock: Clock, settings: Settings }

export default definePluginServer(manifest, {
  settings: stripeSettings,
  uses,
  setup({ providers, clock, settings }: ServicesOf<typeof uses>, host: ServerHost) {
    host.onDispose(providers.add(createStripe({ clock, settings })))
  },
})
