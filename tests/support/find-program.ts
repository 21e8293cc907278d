import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** A program of this machine, where it has it. */
export const findProgram = (...names: readonly string[]): string | null =>
  [...(process.env['PATH'] ?? '').split(':'), ...folders]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null
