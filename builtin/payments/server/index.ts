import { PaymentProviders, paymentsSettings } from '@spawnpoint/contracts/payments'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { paymentsExport } from './export.ts'
import { collectOwed, owedCollector } from './collect-owed.ts'
import {
  handleCheckPayment,
  handleListPayments,
  handleReadOffer,
  handleReadOwed,
  handleReadPackages,
  handleReadPayment,
  handleReadReceipt,
  paymentsFileRoute,
} from './handle-customer-calls.ts'
import { handleRefund } from './handle-refund.ts'
import {
  handleCheckAny,
  handleListAll,
  handleReadAny,
  handleReadAnyReceipt,
  handleReadFigures,
} from './handle-staff-calls.ts'
import { handleResolve } from './handle-resolve.ts'
import { handleStartPayment } from './handle-start-payment.ts'
import { documentsFileRoute } from './documents-file.ts'
import { checkPayments, checkRefunds, checkWebhooks } from './health.ts'
import { forgetBilling } from './payment-queries.ts'
import { createPaymentProviders } from './providers.ts'
import { settleJob } from './settle-job.ts'
import { webhookRoute, webhookUses } from './webhooks.ts'

const forgetUser = listen(userErased, { db: Database }, async ({ payload, db }) => {
  await forgetBilling(db.orm, payload.id)
})

export default definePluginServer(manifest, {
  settings: paymentsSettings,
  provides: [paymentsExport, owedCollector, provide(PaymentProviders, {}, createPaymentProviders)],
  endpoints: [
    handleReadOffer,
    handleReadOwed,
    handleReadPackages,
    handleStartPayment,
    handleListPayments,
    handleReadPayment,
    handleReadReceipt,
    handleCheckPayment,
    handleListAll,
    handleReadFigures,
    handleReadAny,
    handleCheckAny,
    handleRefund,
    handleResolve,
    handleReadAnyReceipt,
  ],
  jobs: [settleJob],
  listeners: [collectOwed, forgetUser],
  uses: webhookUses,
  setup(services, host) {
    host.health('payments', () => checkPayments(services))
    host.health('payment-refunds', () => checkRefunds(services))
    host.health('payment-webhooks', () => checkWebhooks(services))
    host.routes(webhookRoute(services))
    host.routes(paymentsFileRoute(services))
    host.routes(documentsFileRoute(services))
  },
})
