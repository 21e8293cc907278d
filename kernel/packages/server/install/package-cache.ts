import type { BlobsService, LogService } from '@spawnpoint/sdk/server'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { packageFailure } from '../../../../sdk/package/package-failure.ts'
import type { PackageRow } from './package-rows.ts'
import {
  MANIFEST_FILE,
  readPackage,
  sha384,
  type PluginPackage,
} from '../../../../sdk/package/read-package.ts'

/** Scope of the stored packages. */
export const PACKAGE_BLOBS = 'plugin-packages'

type Wanted = Pick<PackageRow, 'id' | 'hash' | 'blobId' | 'manifest'>

async function isWhole(folder: string, { manifest }: Pick<Wanted, 'manifest'>): Promise<boolean> {
  for (const [path, described] of Object.entries(manifest.files ?? {})) {
    // A missing or unreadable file makes the folder incomplete.
    const content = await readFile(join(folder, path)).catch(() => null)
    if (content === null || sha384(content) !== described.sha384) return false
  }
  return true
}

async function foldersIn(root: string): Promise<readonly string[]> {
  if (!existsSync(root)) return []
  const entries = await readdir(root, { withFileTypes: true })
  return entries.flatMap((each) => (each.isDirectory() ? [each.name] : []))
}

async function writeAll(folder: string, { manifest, files }: PluginPackage) {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest))
}

export interface PackageCache {
  /** The folder with the unpacked package; each is checked once in the life of a process. */
  ensure(wanted: Wanted): Promise<string>
  /** Unpacks a package that is not installed; answers its folder, which `tidy` removes. */
  put(content: PluginPackage): Promise<string>
  /** Checks every folder again when it is asked for next. */
  recheck(): void
  /** Removes folders of versions that are no longer kept, whichever process unpacked them. */
  tidy(kept: readonly Pick<PackageRow, 'id' | 'hash'>[]): Promise<void>
  forget(id: string): Promise<void>
}

interface CacheDeps {
  readonly root: string
  readonly blobs: BlobsService
  readonly log: LogService
}

async function unpack({ root, blobs }: CacheDeps, wanted: Wanted, folder: string): Promise<void> {
  const blob = wanted.blobId === null ? null : await blobs.get(PACKAGE_BLOBS, wanted.blobId)
  if (!blob) throw packageFailure('PACKAGE_HASH', { path: MANIFEST_FILE })
  const content = await readPackage(blob.bytes)
  if (content.hash !== wanted.hash) throw packageFailure('PACKAGE_HASH', { path: MANIFEST_FILE })
  await place(root, content, folder)
}

async function place(root: string, content: PluginPackage, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  // Whatever lies around the data folder, these are ECMAScript modules.
  await writeFile(join(root, 'package.json'), '{ "type": "module" }\n')
  // Written beside and renamed: nobody ever sees a half of it, and two processes do not mix theirs.
  const draft = await mkdtemp(`${folder}-`)
  await writeAll(draft, content)
  await rm(folder, { recursive: true, force: true })
  try {
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process was faster.
    if (!(await isWhole(folder, content))) throw error
  }
}

/** Unpacked packages on this machine's disk: a mere copy of what the database holds, made again when it is not whole. */
export function createPackageCache(deps: CacheDeps): PackageCache {
  const checked = new Map<string, Promise<string>>()

  async function prepare(wanted: Wanted): Promise<string> {
    const folder = join(deps.root, wanted.id, wanted.hash)
    if (existsSync(folder)) {
      if (await isWhole(folder, wanted)) return folder
      deps.log.warn({ plugin: wanted.id, folder }, 'files of a plugin were altered: they are unpacked anew')
    }
    await unpack(deps, wanted, folder)
    return folder
  }

  return {
    ensure(wanted: Wanted): Promise<string> {
      const key = `${wanted.id}/${wanted.hash}`
      const found = checked.get(key) ?? prepare(wanted)
      checked.set(key, found)
      found.catch(() => checked.delete(key))
      return found
    },
    async put(content) {
      const folder = join(deps.root, content.manifest.id, content.hash)
      if (!existsSync(folder)) await place(deps.root, content, folder)
      return folder
    },
    recheck: () => checked.clear(),
    async tidy(kept: readonly Pick<PackageRow, 'id' | 'hash'>[]): Promise<void> {
      const wanted = new Set(kept.map(({ id, hash }) => join(deps.root, id, hash)))
      for (const id of await foldersIn(deps.root))
        for (const hash of await foldersIn(join(deps.root, id))) {
          const folder = join(deps.root, id, hash)
          if (!wanted.has(folder)) await rm(folder, { recursive: true, force: true })
        }
    },
    async forget(id: string): Promise<void> {
      for (const key of checked.keys()) if (key.startsWith(`${id}/`)) checked.delete(key)
      await rm(join(deps.root, id), { recursive: true, force: true })
    },
  }
}
