export { featureSettings, flagOfSetting } from './feature-settings.ts'
export { generalSettings } from './general-settings.ts'
export { changeSettings, readSettings, type SettingView } from './settings-endpoints.ts'
