import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Relative imports of a declaration still end in `.ts`, which a package that holds none of them has to mend. */
const mendDeclaration = (text: string) =>
  text.replaceAll(/((?:from|import\()\s*['"]\.{1,2}\/[^'"]+)\.tsx?(['"])/g, '$1.js$2')

/** Programs that are started by their address beside a module. */
const mendAddresses = (text: string) =>
  text.replaceAll(/(new URL\(['"]\.{1,2}\/[^'"]+)\.tsx?(['"], import\.meta\.url\))/g, '$1.js$2')

/** Pictures come with the dashboard: a project's tests run in Node, which knows no such call of a bundler. */
const mendGlobs = (text: string) => text.replaceAll(/import\.meta\.glob\([^)]*\)/g, '{}')

interface Compilation {
  readonly root: string
  /** Where the compiler's configuration is written. */
  readonly folder: string
  readonly outDir: string
}

function compile(
  { root, folder, outDir }: Compilation,
  files: readonly string[],
  ...flags: readonly string[]
) {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // `npm test` checks the sources; here only what they say in JavaScript is asked for.
      noCheck: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir,
      types: ['node'],
    },
    include: [],
    files,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', join(folder, 'tsconfig.json'), ...flags]
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`E_SDK_PACKAGE the sources do not compile\n${stdout}`)
  return stdout
}

/**
 * These files and all that they import. They are listed one by one: a file that the compiler meets first through the
 * name of a package is for it somebody else's, and not written.
 */
function graphOf(compilation: Compilation, files: readonly string[]): readonly string[] {
  const listed = compile(compilation, files, '--listFilesOnly')
    .split('\n')
    .map((line) => line.trim())
  const isOurs = (file: string) =>
    file.startsWith(join(compilation.root, sep)) && !file.includes('node_modules') && /\.tsx?$/.test(file)
  return listed.filter((file) => isOurs(file) && !file.endsWith('.d.ts'))
}

/** Writes JavaScript and declarations of these files, and of all they import, in the same folders below `outDir`. */
export function emitSources(options: {
  readonly root: string
  readonly files: readonly string[]
  readonly outDir: string
}): void {
  const cache = join(options.root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'emit-'))
  try {
    const compilation = { ...options, folder }
    const entries = options.files.map((file) => join(options.root, file))
    compile(compilation, graphOf(compilation, entries))
    for (const file of globSync('**/*.{js,d.ts}', { cwd: options.outDir })) {
      const path = join(options.outDir, file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, file.endsWith('.js') ? mendGlobs(mendAddresses(text)) : mendDeclaration(text))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
