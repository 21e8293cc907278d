import type { PaymentProvider, PaymentProvidersService } from '@spawnpoint/contracts/payments'

export function createPaymentProviders(): PaymentProvidersService {
  const providers: PaymentProvider[] = []
  return {
    list: () => [...providers],
    add(provider) {
      if (providers.some(({ id }) => id === provider.id))
        throw new Error(`E_PAYMENT_PROVIDER: there is a provider "${provider.id}" already`)
      providers.push(provider)
      return () => void providers.splice(providers.indexOf(provider), 1)
    },
  }
}
