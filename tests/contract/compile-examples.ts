import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** One module of the project to compile, and how its place is called in a report. */
export interface ExampleFile {
  readonly path: string
  readonly text: string
  readonly place: string
}

/** An example needs no use for all that it names, and types come by plain imports; the rest is as everywhere. */
const settings = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    noUnusedLocals: false,
    noUnusedParameters: false,
    verbatimModuleSyntax: false,
    allowUnusedLabels: false,
  },
  include: ['**/*'],
  exclude: [],
}

const finding = /^(\S[^(]*)\(\d+,\d+\): error TS\d+: (.*)$/gm

/** Compiler errors of the modules, one line each, from a single run. */
export function compileExamples(root: string, files: readonly ExampleFile[]): readonly string[] {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'examples-'))
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiler, '--pretty', 'false', '-p', folder],
      { cwd: root, encoding: 'utf8' },
    )
    const places = new Map(files.map(({ path, place }) => [relative(root, join(folder, path)), place]))
    const found = [...stdout.matchAll(finding)].map(
      ([, path = '', message]) => `${places.get(path) ?? path}: ${message}`,
    )
    if (status !== 0 && found.length === 0) throw new Error(`the compiler did not run: ${stdout}${stderr}`)
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
