export {
  listDeliveries,
  readDelivery,
  replaceSecret,
  replayDelivery,
  resumeWebhook,
  showSecret,
  testWebhook,
  type Attempt,
  type DeliveryView,
} from './endpoints.ts'
export { webhooksSettings } from './settings.ts'
