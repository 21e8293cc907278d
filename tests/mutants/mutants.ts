import { announcementMutants } from './announcements.ts'
import { accessMutants } from './access.ts'
import { appearanceMutants } from './appearance.ts'
import { bounceMutants } from './bounces.ts'
import { backupMutants } from './backups.ts'
import { catalogueMutants } from './catalogue.ts'
import { earningMutants } from './earning.ts'
import { economyMutants } from './economy.ts'
import { earningHoldsMutants } from './earning-holds.ts'
import { eventMutants } from './events.ts'
import { featureMutants } from './features.ts'
import { consoleMutants } from './console.ts'
import { communityMutants } from './community.ts'
import { customerMutants } from './customers.ts'
import { kernelMutants } from './kernel.ts'
import { legalMutants } from './legal.ts'
import { lookMutants } from './look.ts'
import { moneyMutants } from './money.ts'
import { debugAndMailMutants } from './debug-and-mail.ts'
import { configurationMutants } from './configuration.ts'
import { dataExportMutants } from './data-export.ts'
import { debugToolMutants } from './debug-tools.ts'
import { mailMutants } from './mail.ts'
import { maintenanceMutants } from './maintenance.ts'
import { accountMutants } from './accounts.ts'
import { staffAccountMutants } from './staff-accounts.ts'
import { serverMutants } from './servers.ts'
import { placeMutants } from './places.ts'
import { panelMutants } from './panel.ts'
import { panelBudgetMutants } from './panel-budget.ts'
import type { Mutant } from './mutant.ts'
import { notificationMutants } from './notifications.ts'
import { notificationChannelMutants } from './notification-channels.ts'
import { operatorCommandMutants } from './operator-commands.ts'
import { operationMutants } from './operations.ts'
import { startAndStopMutants } from './starts-and-stops.ts'
import { avatarMutants } from './avatars.ts'
import { overlayMutants } from './overlays.ts'
import { packageMutants } from './packages.ts'
import { paymentReturnMutants } from './payment-returns.ts'
import { paymentMutants } from './payments.ts'
import { pluginMutants } from './plugins.ts'
import { planStreamMutants } from './plan-stream.ts'
import { pluginCoinMutants } from './plugin-coins.ts'
import { profileMutants } from './profiles.ts'
import { importerMutants } from './importers.ts'
import { imageHostingMutants, pictureMutants } from './pictures.ts'
import { rightsMutants } from './rights.ts'
import { routingMutants } from './routing.ts'
import { screenMutants } from './screens.ts'
import { serverLifeMutants } from './server-life.ts'
import { sessionMutants } from './session.ts'
import { runTimePluginMutants } from './run-time-plugins.ts'
import { settingsMutants } from './settings.ts'
import { gameSettingMutants } from './game-settings.ts'
import { healthMutants } from './health.ts'
import { hookMutants } from './hooks.ts'
import { imageReportMutants } from './image-reports.ts'
import { imageMutants } from './images.ts'
import { joinForRewardsMutants } from './join-for-rewards.ts'
import { snoozeMutants } from './snooze.ts'
import { staffMutants } from './staff.ts'
import { startUpMutants } from './start-up.ts'
import { supportMutants } from './support.ts'
import { toolMutants } from './tools.ts'
import { auditLogMutants } from './audit-log.ts'
import { impersonationMutants } from './impersonation.ts'
import { pluginCatalogMutants } from './plugin-catalog.ts'
import { pluginLimitMutants } from './plugin-limits.ts'
import { pluginNameMutants } from './plugin-names.ts'
import { pluginServiceMutants } from './plugin-services.ts'
import { authorToolMutants } from './author-tools.ts'
import { sdkDocMutants } from './sdk-docs.ts'
import { panelAccountMutants } from './panel-accounts.ts'
import { tracingMutants } from './tracing.ts'
import { userNoteMutants } from './user-notes.ts'
import { ticketDeskMutants } from './ticket-desk.ts'
import { ticketCareMutants } from './ticket-care.ts'
import { ticketDepthMutants } from './ticket-depth.ts'
import { webhookMutants } from './webhooks.ts'

/** Every deliberate breakage, by area of the rules. */
export const mutants: readonly Mutant[] = [
  ...lookMutants,
  ...webhookMutants,
  ...accessMutants,
  ...sessionMutants,
  ...startUpMutants,
  ...routingMutants,
  ...overlayMutants,
  ...appearanceMutants,
  ...settingsMutants,
  ...catalogueMutants,
  ...customerMutants,
  ...earningMutants,
  ...economyMutants,
  ...pluginCoinMutants,
  ...earningHoldsMutants,
  ...screenMutants,
  ...legalMutants,
  ...configurationMutants,
  ...operationMutants,
  ...operatorCommandMutants,
  ...startAndStopMutants,
  ...eventMutants,
  ...featureMutants,
  ...joinForRewardsMutants,
  ...staffMutants,
  ...mailMutants,
  ...maintenanceMutants,
  ...debugAndMailMutants,
  ...dataExportMutants,
  ...debugToolMutants,
  ...moneyMutants,
  ...rightsMutants,
  ...profileMutants,
  ...communityMutants,
  ...pictureMutants,
  ...imageReportMutants,
  ...imageMutants,
  ...announcementMutants,
  ...bounceMutants,
  ...notificationMutants,
  ...notificationChannelMutants,
  ...supportMutants,
  ...snoozeMutants,
  ...ticketCareMutants,
  ...ticketDepthMutants,
  ...ticketDeskMutants,
  ...serverLifeMutants,
  ...consoleMutants,
  ...importerMutants,
  ...imageHostingMutants,
  ...backupMutants,
  ...panelMutants,
  ...panelBudgetMutants,
  ...placeMutants,
  ...serverMutants,
  ...accountMutants,
  ...staffAccountMutants,
  ...paymentMutants,
  ...paymentReturnMutants,
  ...avatarMutants,
  ...gameSettingMutants,
  ...healthMutants,
  ...hookMutants,
  ...pluginMutants,
  ...kernelMutants,
  ...runTimePluginMutants,
  ...packageMutants,
  ...toolMutants,
  ...planStreamMutants,
  ...auditLogMutants,
  ...pluginCatalogMutants,
  ...pluginLimitMutants,
  ...pluginNameMutants,
  ...pluginServiceMutants,
  ...authorToolMutants,
  ...sdkDocMutants,
  ...panelAccountMutants,
  ...userNoteMutants,
  ...impersonationMutants,
  ...tracingMutants,
]
