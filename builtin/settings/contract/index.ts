export { generalSettings } from './general-settings.ts'
export { changeSettings, readSettings, type SettingView } from './settings-endpoints.ts'
