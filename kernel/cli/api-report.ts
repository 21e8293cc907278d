import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReportFile, createApiReport } from '../build/api-report.ts'
import { createKernelSurface, kernelSurfaceFile } from '../build/kernel-surface.ts'
import { createNamesSince, namesSinceFile } from '../../sdk/package/build/names-since.ts'

const root = join(import.meta.dirname, '../..')

writeFileSync(join(root, apiReportFile), createApiReport(root))
writeFileSync(join(root, kernelSurfaceFile), createKernelSurface(root))
writeFileSync(join(root, namesSinceFile), createNamesSince(root))
console.log(`Wrote ${apiReportFile}, ${kernelSurfaceFile} and ${namesSinceFile}`)
