import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, matchesGlob, relative } from 'node:path'

/** One step of a Dockerfile, its continued lines joined. */
interface Step {
  readonly instruction: string
  readonly rest: string
}

export interface Stage {
  readonly name: string
  readonly image: string
  readonly steps: readonly Step[]
}

/** The stages of a Dockerfile with their steps, in order. */
export function readStages(file: string): readonly Stage[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: { name: string; image: string; steps: Step[] }[] = []
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    const [, image = '', name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
    if (instruction === 'FROM') stages.push({ image, name, steps: [] })
    else stages.at(-1)?.steps.push({ instruction, rest })
  }
  return stages
}

/** The rest of each step with this instruction. */
export const restsOf = ({ steps }: Stage, instruction: string): readonly string[] =>
  steps.flatMap((step) => (step.instruction === instruction ? [step.rest] : []))

/** Copies a build context as Docker does: without what the ignore file names. */
export function copyContext(from: string, to: string, ignoreFile: string): void {
  const patterns = readFileSync(ignoreFile, 'utf8').split('\n').filter(Boolean)
  const isIgnored = (path: string) =>
    patterns.some((pattern) =>
      pattern.startsWith('**/') ? basename(path) === pattern.slice(3) : matchesGlob(path, pattern),
    )
  const filter = (source: string) => !isIgnored(relative(from, source))
  // Entry by entry: the copy may lie in one that is ignored.
  for (const name of readdirSync(from))
    if (!isIgnored(name))
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true, filter })
}

/** Gives a copied checkout what `npm ci` would install there, so that no registry is asked. */
export function lendPackages(from: string, to: string): void {
  const source = join(from, 'node_modules')
  const target = join(to, 'node_modules')
  // A gigabyte: links where the system has them.
  if (spawnSync('cp', ['-al', source, target]).status === 0) return
  cpSync(source, target, { recursive: true, verbatimSymlinks: true })
}
