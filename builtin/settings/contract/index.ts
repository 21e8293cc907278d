export { listSettingChanges, type SettingsRevision } from './changes-endpoint.ts'
export { generalSettings } from './general-settings.ts'
export { changeSettings, readSettings, type SettingView } from './settings-endpoints.ts'
