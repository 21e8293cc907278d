export {
  createKey,
  deleteImages,
  embedSettings,
  listImages,
  listKeys,
  readEmbed,
  readUsage,
  restoreImages,
  revokeKey,
  saveEmbed,
  uploadByKey,
  uploadImage,
  type EmbedSettings,
  type HostedImage,
  type UploadKey,
} from './calls.ts'
export { imageHostingSettings } from './settings.ts'
