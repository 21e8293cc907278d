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
export {
  MOST_WAITING,
  WebhookMessages,
  webhookMessagesCapability,
  type WebhookListRequest,
  type WebhookMessage,
  type WebhookMessageAnswer,
  type WebhookMessageRequest,
  type WebhookMessagesService,
  type WebhookReplayAnswer,
  type WebhookReplayRequest,
  type WebhookTestRequest,
} from './messages-service.ts'
export {
  listPluginDeliveries,
  readPluginAddresses,
  readPluginDelivery,
  replayPluginDelivery,
  resumePluginAddress,
} from './plugin-endpoints.ts'
