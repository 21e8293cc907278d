export { legalSettings } from './settings.ts'
