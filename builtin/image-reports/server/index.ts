import { imageReportsSettings } from '@spawnpoint/contracts/image-reports'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provideAuditTargets } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { imageReportsExport } from './export.ts'
import { cleanUp } from './clean-up.ts'
import { handleDecideReport } from './decide-report.ts'
import { guard } from './flag-alike.ts'
import { handleAppealDecision, handleListOwnDecisions } from './handle-own.ts'
import {
  handleChangeReport,
  handleCountReports,
  handleDeleteReport,
  handleGetReport,
  handleListReports,
} from './handle-reports.ts'
import { reportKinds } from './notify-people.ts'
import { pictureRoute, uses } from './picture-route.ts'
import { handleReadNumbers } from './read-numbers.ts'
import { reportPage } from './report-page.ts'
import { forgetOwner } from './report-queries.ts'
import { report } from './tables.ts'

const forgetUser = listen(userErased, { db: Database }, async ({ payload, db }) => {
  await forgetOwner(db.orm, payload.id)
})

const auditTargets = provideAuditTargets({
  prefix: 'image-reports',
  permission: 'admin.image.reports.view',
  page: 'image-reports-edit',
  table: report,
  id: report.id,
  name: report.title,
})

export default definePluginServer(manifest, {
  settings: imageReportsSettings,
  provides: [imageReportsExport, reportPage, guard, reportKinds, auditTargets],
  endpoints: [
    handleListReports,
    handleCountReports,
    handleReadNumbers,
    handleGetReport,
    handleChangeReport,
    handleDecideReport,
    handleDeleteReport,
    handleListOwnDecisions,
    handleAppealDecision,
  ],
  jobs: [cleanUp],
  listeners: [forgetUser],
  uses,
  setup: (services, host) => host.routes(pictureRoute(services)),
})
