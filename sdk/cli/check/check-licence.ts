import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { warning, type Finding } from './finding.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function packageLicence(folder: string): unknown {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return content instanceof Object && 'license' in content ? content.license : undefined
}

/** Operators see under which licence a plugin comes; without one nobody may run it. */
export function checkLicence(folder: string, manifest: Manifest): readonly Finding[] {
  const own = 'license' in manifest ? manifest.license : undefined
  if (isText(own)) return []
  const other = packageLicence(folder)
  return [
    warning(
      'W_LICENCE',
      'license',
      isText(other)
        ? `operators see the manifest's: write license: '${other}' there, as in package.json`
        : 'nobody may run what has no licence: write one, such as MIT',
    ),
  ]
}
