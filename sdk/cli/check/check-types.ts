import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { problem, type Finding } from './finding.ts'

/** Errors of types, or the sentence that says why none were looked for. */
export interface CheckedTypes {
  readonly findings: readonly Finding[]
  readonly skipped: string | null
}

const packageWithTsc = z.object({ bin: z.object({ tsc: z.string() }) })

/** The TypeScript that the project has installed. */
function findTsc(folder: string): string | null {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve('typescript/package.json')
    return join(dirname(file), packageWithTsc.parse(JSON.parse(readFileSync(file, 'utf8'))).bin.tsc)
  } catch {
    return null
  }
}

/** `server/coins.test.ts(3,7): error TS2322: Type …`, and `error TS18003: No inputs …` for the project. */
const errorLine = /^(?:(.+)\((\d+),\d+\): )?error (TS\d+): (.+)$/

/** Converts what tsc says into findings; the lines that explain an error follow it, indented. */
export function readTypeErrors(said: string): readonly Finding[] {
  const findings: Finding[] = []
  for (const line of said.split(/\r?\n/)) {
    const [, file, number, code, text] = errorLine.exec(line) ?? []
    const last = findings.at(-1)
    if (code !== undefined && text !== undefined)
      findings.push(
        problem('E_TYPES', file === undefined ? 'tsconfig.json' : `${file}:${number}`, `${text} (${code})`),
      )
    else if (last && /^\s+\S/.test(line))
      findings.splice(-1, 1, { ...last, text: `${last.text}\n    ${line.trim()}` })
  }
  return findings
}

/** Checks the types of a project, its tests among them, as its own `tsc --noEmit` does. */
export function checkTypes(folder: string): CheckedTypes {
  const skip = (why: string) => ({ findings: [], skipped: `Types were not checked: ${why}` })
  if (!existsSync(join(folder, 'tsconfig.json')))
    return skip('the folder has no tsconfig.json. A project made by create has one.')
  const tsc = findTsc(folder)
  if (tsc === null) return skip('TypeScript is not installed. Run npm install in the folder.')
  const args = [tsc, '--noEmit', '--pretty', 'false', '-p', '.']
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  if (status === 0) return { findings: [], skipped: null }
  const findings = readTypeErrors(stdout)
  const unknown = () => problem('E_TYPES', 'tsconfig.json', error?.message ?? `${stdout}${stderr}`.trim())
  return { findings: findings.length > 0 ? findings : [unknown()], skipped: null }
}
