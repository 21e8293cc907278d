export { billingDetails, countryTax, type BillingDetails } from './billing.ts'
export {
  checkPayment,
  listPayments,
  paymentsFile,
  paymentStates,
  readOwed,
  readPackages,
  readPayment,
  readReceipt,
  readRechargeOffer,
  startPayment,
  timelineKinds,
} from './customer-calls.ts'
export {
  factKinds,
  PaymentProviders,
  type FactKind,
  type Money,
  type OpenPayment,
  type PaymentFact,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentProvidersService,
  type RefundRequest,
  type StartOutcome,
  type WebhookOutcome,
} from './provider.ts'
export {
  checkAnyPayment,
  documentsFile,
  documentsPeriod,
  listAllPayments,
  readAnyPayment,
  readAnyReceipt,
  readPaymentFigures,
  refundPayment,
  resolvePayment,
} from './staff-calls.ts'
export { coinPackage, paymentsSettings } from './settings.ts'
