import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComponentType } from 'react'
import { parse } from 'yaml'
import type { PlanPlugin } from '../../kernel/common/plan.ts'

/** A plugin as a test brings it: its manifest, its folder for the words, its modules by their names. @example { manifest, folder, modules: { page: HelloPage } } */
export interface TestPlugin {
  readonly manifest: Manifest
  readonly folder: string
  /** The components behind the manifest's `modules`, as far as the test draws them. */
  readonly modules: Readonly<Record<string, ComponentType>>
}

/** Its pages stand alone, so that a test finds the page and not the shell's menu beside it. */
const bare = (routes: Manifest['contributes']['routes']) => routes.map((route) => ({ ...route, bare: true }))

export const planOfPlugin = ({ manifest }: TestPlugin): PlanPlugin => ({
  id: manifest.id,
  version: manifest.version,
  title: manifest.title,
  kind: manifest.kind,
  removable: manifest.removable,
  contributes: {
    ...manifest.contributes,
    routes: bare(manifest.contributes.routes),
    adminPages: bare(manifest.contributes.adminPages),
  },
  boot: manifest.boot ?? null,
  capabilities: manifest.capabilities,
  requires: manifest.permissions.requires,
  modules: {},
  locales: {},
  labels: {},
})

export const modulesOfPlugin = ({ modules }: TestPlugin) =>
  Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [name, async () => ({ default: module })]),
  )

const readWords = (folder: string, language: string): Readonly<Record<string, unknown>> => {
  const file = join(folder, `${language}.yml`)
  const words: unknown = existsSync(file) ? parse(readFileSync(file, 'utf8')) : null
  return words instanceof Object ? { ...words } : {}
}

const shellTexts = join(import.meta.dirname, '../../locales')

/** The words of the shell and of these plugins in one language. */
export const wordsOf = (
  plugins: readonly TestPlugin[],
  language: string,
): Readonly<Record<string, unknown>> =>
  Object.assign(
    readWords(shellTexts, language),
    ...plugins.map(({ folder }) => readWords(join(folder, 'locales'), language)),
  )
