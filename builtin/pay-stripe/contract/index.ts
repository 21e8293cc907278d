export { stripeSettings } from './settings.ts'
