import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReportFile, createApiReport } from '../build/api-report.ts'
import { createKernelSurface, kernelSurfaceFile } from '../build/kernel-surface.ts'

const root = join(import.meta.dirname, '../..')

writeFileSync(join(root, apiReportFile), createApiReport(root))
writeFileSync(join(root, kernelSurfaceFile), createKernelSurface(root))
console.log(`Wrote ${apiReportFile} and ${kernelSurfaceFile}`)
