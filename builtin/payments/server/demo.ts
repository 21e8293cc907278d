import type { FactKind, PaymentFact } from '@spawnpoint/contracts/payments'
import { changeSettings } from '@spawnpoint/contracts/settings'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { defineDemo, type DemoPerson, type DemoStage } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { quote, readOffer } from './offer.ts'
import { changePayment, saveEvent, savePayment } from './payment-queries.ts'
import { eventOf, recordIn, recordUses } from './record-facts.ts'

// Keys that no provider knows: the page is shown, and a payment says that the provider does not answer.
const values = {
  credits_recharge_enabled: true,
  enable_stripe: true,
  stripe_secret_key: 'sk_test_demonstration',
  stripe_webhook_id: 'whsec_demonstration',
  company_name: 'Northwind Hosting GmbH',
  company_address: 'Hafenstraße 12',
  company_zip: '20457',
  company_city: 'Hamburg',
  company_country: 'Germany',
  company_vat: 'DE811234567',
  payments_tax_name: 'VAT',
  payments_tax_percent: 19,
}

interface Story {
  readonly coins: number
  readonly bonus: number
  /** Facts after the order, in order; a share of the price where money moves. */
  readonly facts: readonly (readonly [FactKind, number])[]
}

const bought = (coins: number, bonus = 0): Story => ({ coins, bonus, facts: [['paid', 1]] })
const stories: readonly Story[] = [
  bought(1000, 50),
  bought(500),
  {
    coins: 2500,
    bonus: 250,
    facts: [
      ['paid', 1],
      ['refunded', 0.4],
    ],
  },
  bought(800),
  { coins: 1000, bonus: 50, facts: [['expired', 0]] },
  bought(2500, 250),
  { coins: 500, bonus: 0, facts: [['paid', 0.5]] },
  {
    coins: 1000,
    bonus: 50,
    facts: [
      ['paid', 1],
      ['disputed', 1],
      ['dispute-won', 1],
    ],
  },
  { coins: 500, bonus: 0, facts: [] },
  bought(5000, 750),
  { coins: 2500, bonus: 250, facts: [['pending', 0]] },
]

type Services = ServicesOf<typeof recordUses>

/** Orders were paid at a provider that the demonstration cannot reach, so its facts are told as they would be. */
async function play(services: Services, person: DemoPerson, at: Date, { coins, bonus, facts }: Story) {
  const offer = readOffer(services.settings)
  const { total, tax, rate } = quote(offer, coins)
  const { currency } = offer
  await services.db.orm.transaction(async (tx) => {
    const reference = randomUUID()
    const row = await savePayment(tx, {
      reference,
      userId: person.id,
      requestKey: randomUUID(),
      provider: 'stripe',
      checkout: `cs_demo_${reference}`,
      currency,
      amount: total,
      tax,
      taxRate: rate,
      taxName: offer.tax.name,
      coins: coins + bonus,
      bonus,
      language: 'en',
      createdAt: at,
    })
    if (!row) return
    const told = { currency, amount: total, source: 'product' as const, at, recordedAt: at }
    await saveEvent(tx, { payment: row.id, provider: 'stripe', kind: 'started', reference, ...told })
    for (const [kind, share] of facts) {
      const object = kind.startsWith('dispute') ? 'dp' : kind
      const fact: PaymentFact = {
        kind,
        order: reference,
        reference: `${object}_demo_${reference}`,
        money: share > 0 ? { currency, amount: Math.round(total * share) } : null,
        at,
      }
      await recordIn(services, tx, row.id, [eventOf(fact, 'webhook')])
    }
    // The demonstration has no provider that could be asked.
    await changePayment(tx, row.id, { nextCheckAt: null })
  })
}

const HOUR_MS = 3_600_000

/** Orders that nothing came of yet are of the last hours: older ones would be a fault of the set-up. */
const isOpen = ({ facts }: Story) => facts.every(([kind]) => kind === 'pending')

const tell = (services: Services, stage: DemoStage, person: DemoPerson, index: number, story: Story) => {
  const at = isOpen(story)
    ? new Date(services.clock.now().getTime() - (1 + index) * HOUR_MS)
    : stage.past(person.since, `payments ${index} ${person.username}`)
  stage.plan(at, () => play(services, person, at, story))
}

export const demo = defineDemo({
  uses: recordUses,
  async fill(services, stage) {
    await stage.call(stage.person('marta'), changeSettings, { body: { values } })
    const others = stage.people('customer').filter(({ username }) => username !== 'priya')
    for (const [index, person] of others.entries()) {
      const story = stories[index % (stories.length * 2)]
      if (story) tell(services, stage, person, index, story)
    }
    const own = [stories[0], stories[2], stories[4], stories[3]]
    for (const [index, story] of own.entries())
      if (story) tell(services, stage, stage.person('priya'), index, story)
  },
})
