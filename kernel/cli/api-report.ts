import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReportFile, createApiReport } from '../build/api-report.ts'
import { createKernelSurface, kernelSurfaceFile } from '../build/kernel-surface.ts'
import { createKnownNames, knownNamesFile } from '../build/known-names.ts'
import { createPluginServices, pluginServicesFile } from '../build/plugin-services.ts'
import { createReservedLabels, reservedLabelsFile } from '../build/reserved-labels.ts'
import { createSdkReference, sdkReferenceFile } from '../build/sdk-reference.ts'
import { createNamesSince, namesSinceFile } from '../../sdk/package/build/names-since.ts'

const root = join(import.meta.dirname, '../..')

writeFileSync(join(root, apiReportFile), createApiReport(root))
writeFileSync(join(root, kernelSurfaceFile), await createKernelSurface(root))
writeFileSync(join(root, namesSinceFile), createNamesSince(root))
writeFileSync(join(root, sdkReferenceFile), await createSdkReference(root))
writeFileSync(join(root, reservedLabelsFile), await createReservedLabels(root))
writeFileSync(join(root, pluginServicesFile), createPluginServices(root))
writeFileSync(join(root, knownNamesFile), createKnownNames(root))
console.log(
  `Wrote ${apiReportFile}, ${kernelSurfaceFile}, ${namesSinceFile}, ${sdkReferenceFile}, ${reservedLabelsFile}, ${pluginServicesFile} and ${knownNamesFile}`,
)
