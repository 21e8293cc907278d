import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportedDeclarations } from './declarations.ts'

export const apiReportFile = 'sdk/api-report.md'

const intro = `# What the SDK offers

Every name that a plugin may import, entry by entry, as TypeScript sees it. Made by \`npm run api-report\`; a change
here is a change that authors of plugins will notice, and belongs into the same commit as its cause.
`

/** The entries of the package that hold code, in the order of its manifest. */
const entriesOf = (root: string): readonly (readonly [name: string, file: string])[] => {
  const { exports } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as {
    exports: Record<string, string>
  }
  return Object.entries(exports).filter(([, file]) => /\.tsx?$/.test(file))
}

function emit(root: string, folder: string, files: readonly string[]) {
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      // The type check is a step of its own.
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: '../..',
      outDir: 'out',
    },
    include: [],
    files: files.map((file) => `../../sdk/${file}`),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json')], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`E_API_REPORT the SDK does not compile\n${stdout}`)
}

const fence = '```'

/** The text of the report for the sources as they are. */
export function createApiReport(root: string): string {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'api-'))
  try {
    const entries = entriesOf(root)
    emit(
      root,
      folder,
      entries.map(([, file]) => file),
    )
    const sections = entries.map(([name, file]) => {
      const declared = exportedDeclarations(join(folder, 'out/sdk', file.replace(/\.tsx?$/, '.d.ts')))
      const text = declared.map((each) => each.text).join('\n')
      return `## \`@spawnpoint/sdk/${name.replace('./', '')}\`\n\n${fence}ts\n${text}\n${fence}\n`
    })
    return [intro, ...sections].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
