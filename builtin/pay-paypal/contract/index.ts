export { paypalSettings } from './settings.ts'
