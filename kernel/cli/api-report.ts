import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReportFile, createApiReport } from '../build/api-report.ts'

const root = join(import.meta.dirname, '../..')

writeFileSync(join(root, apiReportFile), createApiReport(root))
console.log(`Wrote ${apiReportFile}`)
