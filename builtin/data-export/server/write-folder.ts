import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ExportError } from './export-error.ts'

export interface ExportFolder {
  /** Writes a file for its owner alone, page by page. */
  write(name: string, pages: AsyncIterable<readonly string[]>): Promise<void>
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

async function makePartial(place: string): Promise<void> {
  try {
    await mkdir(place, { mode: 0o700 })
  } catch (error) {
    if (!isTaken(error)) throw error
    throw new ExportError(
      `${place} exists: another export is running, or one was stopped in the middle. Delete it in the second case.`,
    )
  }
}

/** Flushed before the folder gets its name: after a power cut it is whole or not there. */
async function writeFile(file: string, pages: AsyncIterable<readonly string[]>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const lines of pages) await handle.write(`${lines.join('\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Fills a folder beside its place and renames it at the end, so that a folder of this name is always whole. Refuses to
 * write over anything.
 */
export async function writeFolder(
  folder: string,
  fill: (folder: ExportFolder) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) throw new ExportError(`${folder} exists already. Choose another name with --to.`)
  if (!existsSync(dirname(folder))) throw new ExportError(`There is no folder ${dirname(folder)}.`)
  const partial = `${folder}.partial`
  await makePartial(partial)
  try {
    await fill({ write: (name, pages) => writeFile(join(partial, name), pages) })
    if (existsSync(folder)) throw new ExportError(`${folder} was made by something else meanwhile.`)
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}
