export { testPaymentProvider } from './test-payment-provider.ts'
export type {
  PaymentHarness,
  TestDelivery,
  TestEvent,
  TestOrder,
  TestReturn,
  TestStanding,
} from './payment-harness.ts'
