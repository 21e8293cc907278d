export {
  changePluginIsolation,
  discardReview,
  findReview,
  installPackage,
  LARGEST_PACKAGE,
  leaveSafeMode,
  reviewPackage,
  uninstallPlugin,
  type PackageNoteView,
  type PackageReviewView,
  type PackageRightView,
} from './package-endpoints.ts'
export {
  configurePlugin,
  disablePlugin,
  enablePlugin,
  listPlugins,
  readPluginConfig,
} from './plugin-endpoints.ts'
export type { ConsentAnswer, PluginConsentProps, PluginPageProps } from './consent-parts.ts'
export type { PluginView } from './plugin-view.ts'
