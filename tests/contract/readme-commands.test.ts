import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, VERSION } from '../../kernel/server/version.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The test that executes a command, or the function that is all of it, and words in it that show so. */
type Proof = readonly [file: string, words: string]

const launcher: Proof = [
  'kernel/cli/release/release.test.ts',
  "join(release.folder, 'bin/spawnpoint'), ['start']",
]
const unpacking = 'kernel/cli/release/release.test.ts'
const restoring = 'tests/integration/archives/restore.test.ts'
const moving = 'tests/integration/archives/move-database.test.ts'
const versions = 'kernel/cli/release/new-version.test.ts'
const operator = 'tests/integration/operator-commands.test.ts'
const service = 'tests/integration/service-lines.test.ts'
/** Long form alone: it needs an engine of Docker. */
const containers = 'tests/integration/compose-lines.test.ts'
const project = 'tests/integration/plugin-tools/project.test.ts'

const executed: Readonly<Record<string, Proof>> = {
  'npm start': ['e2e/restore.e2e.ts', 'builds: true'],
  '/usr/bin/node kernel/cli/start.mjs': ['tests/support/product/start-product.ts', "'start.mjs'"],
  'npm start -- --safe-mode': [
    'tests/integration/packages/safe-mode-option.test.ts',
    "statusIn(['--safe-mode'])",
  ],
  'npm run demo': ['tests/integration/demo.test.ts', 'await runDemo({ config })'],
  'npm run dev': ['tests/integration/plugin-tools/dev.test.ts', "start('kernel/cli/dev.ts'"],
  'npm run prepare-start': ['kernel/cli/bootstrap.test.ts', "'prepare-start.mjs'"],
  'git fetch --tags': [versions, "run('git fetch --tags')"],
  "git tag --list 'v*'": [versions, "git tag --list 'v*'"],
  'git checkout v<version>': [versions, "run('git checkout v<version>'"],
  'git describe --tags': [versions, "run('git describe --tags')"],
  'git pull': [versions, "run('git pull')"],
  'spawnpoint version': [unpacking, "ask(['--version'])"],
  'npm run new-version -- <version>': [versions, "set('1.10.0')"],
  'npm run release': ['kernel/cli/release/release.test.ts', 'await makeRelease({ root: ROOT, target })'],
  '/opt/spawnpoint/bin/spawnpoint start': launcher,
  'spawnpoint admin': ['kernel/cli/release/release.test.ts', "run('admin', 'list-plugins')"],
  [`sha256sum --check spawnpoint-${VERSION}-linux-x64.tar.gz.sha256`]: [unpacking, "runTold('sha256sum')"],
  [`tar --extract --no-same-owner --file spawnpoint-${VERSION}-linux-x64.tar.gz --directory /opt`]: [
    unpacking,
    "runTold('tar')",
  ],
  [`ln --symbolic --force --no-dereference spawnpoint-${VERSION}-linux-x64 /opt/spawnpoint`]: [
    unpacking,
    "runTold('ln')",
  ],
  'spawnpoint admin create-admin': [unpacking, "run('admin', 'create-admin'"],
  'spawnpoint backup create': [unpacking, "run('backup', 'create')"],
  'cp .docker/example.env .docker/.env': ['tests/integration/ways-to-run.test.ts', '/example.env`'],
  'useradd --system --no-create-home spawnpoint': [
    service,
    "run('useradd --system --no-create-home spawnpoint')",
  ],
  'systemctl daemon-reload': [service, "run('systemctl daemon-reload')"],
  'systemctl enable --now spawnpoint': [service, "run('systemctl enable --now spawnpoint')"],
  'systemd-run --pipe --wait --collect --quiet -p User=spawnpoint -p EnvironmentFile=/etc/spawnpoint.env --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/spawnpoint /opt/spawnpoint/bin/spawnpoint admin list-plugins':
    [service, "lineOf('systemd-run ', '/opt/spawnpoint/bin/spawnpoint')"],
  'systemd-run --pipe --wait --collect --quiet -p User=spawnpoint -p EnvironmentFile=/etc/spawnpoint.env --setenv=NODE_ENV=production -p WorkingDirectory=/opt/spawnpoint /usr/bin/node kernel/cli/run.mjs kernel/cli/admin.ts list-plugins':
    [service, "lineOf('systemd-run ', 'kernel/cli/admin.ts')"],
  "journalctl --unit 'spawnpoint*'": [service, `run("journalctl --unit 'spawnpoint*'")`],
  'openssl rand -base64 32': [operator, "['rand', '-base64', '32']"],
  'npm run admin -- --help': [operator, "'kernel/cli/admin.ts', '--help'"],
  'npm run admin -- replace-secret-key': [operator, "'kernel/cli/admin.ts', 'replace-secret-key'"],
  'npm run admin -- config check': [moving, 'type(check, env)'],
  'npm run admin -- prune': [operator, "'kernel/cli/admin.ts', 'prune'"],
  'npm run admin -- import <dashboard> --from <source>': [
    'builtin/importers/import-command.test.ts',
    "admin('import', 'ctrlpanel', '--from', from",
  ],
  'npm run admin -- export --to <folder>': [
    'builtin/data-export/data-export.test.ts',
    "['kernel/cli/admin.ts', 'export', '--to', to]",
  ],
  'npm run health': ['tests/integration/health-command.test.ts', "'kernel/cli/admin.ts'), 'health'"],
  'npm run backup': [restoring, "'kernel/cli/backup.ts'"],
  'npm run backup -- --help': [operator, "'kernel/cli/backup.ts', '--help'"],
  'npm run backup -- create': [restoring, "run(source, 'create')"],
  'npm run backup -- list': [restoring, "run(source, 'list')"],
  'npm run backup -- verify spawnpoint-2027-01-10-0300-1f0c9a2e.spbackup': [
    restoring,
    "run(source, 'verify', file)",
  ],
  'npm run backup -- restore spawnpoint-2027-01-10-0300-1f0c9a2e.spbackup': [
    restoring,
    "runAlone(env, 'restore', file)",
  ],
  'npm run backup -- undo': [restoring, "runAlone(env, 'undo')"],
  'npm run upgrade-database': [
    'tests/integration/upgrade-database.test.ts',
    "'kernel/cli/upgrade-database.ts'",
  ],
  'npm run docs -- --out site': [
    'builtin/sdk-docs/static-site.test.ts',
    "'builtin/sdk-docs/server/write-site.ts'",
  ],
  'npm run sdk:pack': [operator, "'kernel/cli/sdk-pack.ts'"],
  'npm run plugin -- --help': [operator, "'kernel/cli/plugin.mjs', '--help'"],
  'npm run plugin -- create ../acme-notes --id acme-notes --title Notes --no-server --contributions page': [
    'tests/integration/plugin-tools/dev.test.ts',
    "'--no-server', '--contributions', 'page'",
  ],
  'export COMMIT=$(git rev-parse HEAD)': [containers, "'export COMMIT=$(git rev-parse HEAD)',"],
  'docker compose --file .docker/compose.yml up --detach --build': [
    containers,
    "'docker compose --file .docker/compose.yml up --detach --build',",
  ],
  'docker compose --file .docker/compose.yml exec product /opt/spawnpoint/bin/spawnpoint admin list-plugins':
    [
      containers,
      "'docker compose --file .docker/compose.yml exec product /opt/spawnpoint/bin/spawnpoint admin list-plugins',",
    ],
  'docker compose --file .docker/compose.yml logs product': [
    containers,
    "run('docker compose --file .docker/compose.yml logs product')",
  ],
  'docker compose --file .docker/compose.yml stop product': [
    containers,
    "run('docker compose --file .docker/compose.yml stop product')",
  ],
  'docker compose --file .docker/compose.yml run --rm product backup restore <file>': [
    containers,
    "run('docker compose --file .docker/compose.yml run --rm product backup restore <file>')",
  ],
  'npm install': [project, "run(project, 'npm', 'install'"],
  'npx spawnpoint-plugin pack': [project, "tool('pack')"],
}

const notRun: Readonly<Record<string, string>> = {
  'cd ../acme-notes': 'a shell does it by itself',
  'npm test': 'runs this test',
  'npm run check': 'runs the fast part of the tests, as CI does for each change',
  'npm run test:firefox': 'is a run of tests itself',
  'npm run bench': 'measures for an hour; tests/bench has tests of how',
}

const programs =
  /^(?:npm|npx|export|docker|cp|cd|node|git|systemctl|useradd|systemd-run|openssl|sha256sum|tar|ln|journalctl|psql|pg_dump|\/usr\/bin\/node|(?:\/opt\/spawnpoint\/bin\/)?spawnpoint) \S/
const block = /^ *```\w*\n([\s\S]*?)^ *```$/gm

/** Every command that stands in a block or between backticks. */
function commandsOf(markdown: string): readonly string[] {
  const lines = [...markdown.matchAll(block)].flatMap(([, text = '']) =>
    text.replaceAll(/\\\n\s*/g, '').split('\n'),
  )
  const inline = [...markdown.replaceAll(block, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  const commands = [...lines, ...inline].flatMap((line) =>
    line
      .trim()
      .replace(/^ExecStart=/, '')
      .replace(/\s#.*$/, '')
      .replaceAll(/\s+/g, ' ')
      .split(' && '),
  )
  return [...new Set(commands.map((each) => each.trim()).filter((each) => programs.test(each)))]
}

describe('the commands of the README', () => {
  const readme = read('README.md')
  const commands = commandsOf(readme)

  it('[OPS28] are found in blocks, units and sentences', () => {
    const text =
      'Run `npm  run\nx`, not `npmrc`.\n\n```sh\nnpm a && npm \\\n  b   # c\n```\n\n   ```\n   ExecStart=/usr/bin/node d\n   ```\n'
    expect(commandsOf(text)).toEqual(['npm a', 'npm b', '/usr/bin/node d', 'npm run x'])
  })

  it('[OPS28] are each executed by a test, or say why not; and nothing else is listed', () => {
    expect([...Object.keys(executed), ...Object.keys(notRun)].toSorted()).toEqual(commands.toSorted())
  })

  it.each(Object.entries(executed))(
    '[OPS28] `%s` is executed by the test that is named',
    (_command, [file, words]) => {
      expect(read(file)).toContain(words)
    },
  )

  it('[OPS28] through npm are scripts of the package', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
    const named = commands.flatMap((each) => /^npm run ([\w:-]+)/.exec(each)?.[1] ?? [])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('[OPS28] variables of the table are those that the product reads', () => {
    const [, table = ''] = /^## Configuration\n([\s\S]+?)^## /m.exec(readme) ?? []
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    const told = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
    )
    const code = read('kernel/cli/read-config.ts') + read('kernel/cli/blobs/read-s3.ts')
    const known = new Set([...code.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name))
    const [, inFiles = ''] = /const inFiles = \[([^\]]+)\]/.exec(code) ?? []
    for (const [, name] of inFiles.matchAll(/'([A-Z0-9_]+)'/g)) known.add(`${name}_FILE`)
    // Only `npm run dev` reads it.
    expect(read('kernel/cli/dev.ts') + read('kernel/build/dev-server.ts')).toContain('UPDATES_PORT')
    known.add('UPDATES_PORT')
    const [traced, own] = [true, false].map((isTraced) =>
      told.filter((name) => /^(OTEL)?_/.test(name ?? '') === isTraced),
    )
    expect(own?.toSorted()).toEqual([...known].toSorted())
    // The exporter of OpenTelemetry reads these itself.
    const ofExporter = ['OTEL_EXPORTER_OTLP_TIMEOUT', '_COMPRESSION', '_CERTIFICATE']
    const tracing = read('kernel/cli/read-tracing.ts')
    expect(
      traced?.filter((name) => !ofExporter.includes(name ?? '') && !tracing.includes(`${name}`)),
    ).toEqual([])
  })
})
