import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { apiReportFile, createApiReport } from '../../kernel/build/api-report.ts'
import { createKernelSurface, kernelSurfaceFile } from '../../kernel/build/kernel-surface.ts'
import { createKnownNames, knownNamesFile } from '../../kernel/build/known-names.ts'
import { createPluginServices, pluginServicesFile } from '../../kernel/build/plugin-services.ts'
import { createReservedLabels, reservedLabelsFile } from '../../kernel/build/reserved-labels.ts'
import { createSdkReference, sdkReferenceFile } from '../../kernel/build/sdk-reference.ts'
import { createNamesSince, namesSinceFile } from '../../sdk/package/build/names-since.ts'
import { repositoryRoot } from './source-tree.ts'

it('the report of what the SDK offers is that of the sources', () => {
  const written = readFileSync(join(repositoryRoot, apiReportFile), 'utf8')
  expect(createApiReport(repositoryRoot), `${apiReportFile} is stale: run npm run api-report`).toBe(written)
})

it('the report of what else a plugin can meet is that of the sources', async () => {
  const written = readFileSync(join(repositoryRoot, kernelSurfaceFile), 'utf8')
  expect(
    await createKernelSurface(repositoryRoot),
    `${kernelSurfaceFile} is stale: run npm run api-report`,
  ).toBe(written)
})

it('each name of the SDK has the version that it came with', () => {
  const written = readFileSync(join(repositoryRoot, namesSinceFile), 'utf8')
  expect(createNamesSince(repositoryRoot), `${namesSinceFile} is stale: run npm run api-report`).toBe(written)
})

it('the names that plugins may not take are those that the built-ins have', async () => {
  const written = readFileSync(join(repositoryRoot, reservedLabelsFile), 'utf8')
  expect(
    await createReservedLabels(repositoryRoot),
    `${reservedLabelsFile} is stale: run npm run api-report`,
  ).toBe(written)
})

it('the services that plugins may ask for are those that have words for their operator', () => {
  const written = readFileSync(join(repositoryRoot, pluginServicesFile), 'utf8')
  expect(createPluginServices(repositoryRoot), `${pluginServicesFile} is stale: run npm run api-report`).toBe(
    written,
  )
})

it('the services, events, slots and icons that check knows are those of the product', () => {
  const written = readFileSync(join(repositoryRoot, knownNamesFile), 'utf8')
  expect(createKnownNames(repositoryRoot), `${knownNamesFile} is stale: run npm run api-report`).toBe(written)
})

it('the reference of the SDK is that of the sources', async () => {
  const written = readFileSync(join(repositoryRoot, sdkReferenceFile), 'utf8')
  expect(
    await createSdkReference(repositoryRoot),
    `${sdkReferenceFile} is stale: run npm run api-report`,
  ).toBe(written)
})
