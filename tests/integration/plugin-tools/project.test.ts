import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDevEndpoint } from '../../../kernel/packages/server/dev/open-dev-endpoint.ts'
import { openShop } from '../packages/plugin-shop.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { CONTRIBUTIONS } from '../../../sdk/cli/scaffold/choice.ts'
import { pluginFiles } from '../../../sdk/cli/scaffold/plugin-files.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { soak } from '../../support/soak.ts'
import { installFromCheckout } from './install-from-checkout.ts'
import { processTree, stillRunning } from './process-tree.ts'
import { run, runTool, startProgram } from './run-tool.ts'

const everything = 'page,admin-page,widget,slot,debug-tab,job,table,event,settings,resource,wallet'
const home = mkdtempSync(join(tmpdir(), 'spawnpoint-project-'))
const project = join(home, 'acme-notes')
const packed = join(project, 'acme-notes-0.1.0.zip')
/** The whole product that its test of the wallet starts is this checkout. */
const testsInCheckout = (...args: readonly string[]) =>
  run(
    project,
    'env',
    `SPAWNPOINT_DIR=${ROOT}`,
    join(project, 'node_modules/.bin/spawnpoint-plugin'),
    'test',
    ...args,
  )
const tool = (...args: readonly string[]) =>
  run(project, join(project, 'node_modules/.bin/spawnpoint-plugin'), ...args)

let server: TestServer | undefined

beforeAll(() => {
  const { status, text } = runTool(['create', project, '--yes', '--contributions', everything])
  if (status !== 0) throw new Error(text)
  const npmInstall = () => run(project, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
  soak(npmInstall, () => installFromCheckout(project))()
})
afterAll(async () => {
  await server?.stop()
  rmSync(home, { recursive: true, force: true })
})

describe('a project made in an empty folder outside of the repository', () => {
  it('[TOOL1] names exact versions, and takes the two packages of ours from its own vendor folder', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    for (const [name, version] of Object.entries(devDependencies))
      expect(version, name).toMatch(
        name.startsWith('@spawnpoint/') ? /^file:vendor\/.+\.tgz$/ : /^\d+\.\d+\.\d+/,
      )
  })

  it('[TOOL2] is checked by TypeScript against the packed declarations, with a stylesheet beside a component', () => {
    writeFileSync(join(project, 'browser/styled.css'), 'p { margin: 0 }\n')
    writeFileSync(join(project, 'browser/styled.tsx'), "import './styled.css'\n")
    run(project, join(project, 'node_modules/.bin/tsc'), '--noEmit')
    for (const type of ['css', 'tsx']) rmSync(join(project, `browser/styled.${type}`))
  })

  it('[TOOL2] is checked by TypeScript whatever it begins with', () => {
    const folder = join(project, 'variants')
    for (const kind of CONTRIBUTIONS) {
      const contributions = new Set([kind])
      const files = pluginFiles(
        { id: `acme-${kind}`, title: kind, server: true, contributions },
        '0.1.0',
        null,
      )
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, kind, path)), { recursive: true })
        writeFileSync(join(folder, kind, path), text)
      }
    }
    const tsconfig = { extends: '../tsconfig.json', include: ['*/**/*.ts', '*/**/*.tsx'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
    run(project, join(project, 'node_modules/.bin/tsc'), '--noEmit', '-p', folder)
    rmSync(folder, { recursive: true })
  })

  it('[TOOL2] passes check without a word, and doctor finds a home for every import', () => {
    expect(tool('check')).toMatch(/^Building and checking acme-notes …\n✓ Nothing is wrong\n$/)
    const broken = join(project, 'server/broken.test.ts')
    writeFileSync(broken, "export const count: number = 'one'\n")
    expect(() => tool('check')).toThrow(
      /E_TYPES server\/broken\.test\.ts:1\n.*\(TS2322\)[^]*1 problem, 0 warnings/,
    )
    expect(tool('check', '--no-types')).toMatch(/✓ Nothing is wrong\n$/)
    rmSync(broken)
    const said = tool('doctor')
    expect(said).toMatch(/@spawnpoint\/sdk\/browser +shared by the dashboard/)
    expect(said).toMatch(/zod 4\S+ +bundled, \d/)
    expect(said).not.toContain('✗')
  })

  it('[TOOL3] calls nothing in the packages that only a bundler knows: tests run them in Node', () => {
    const files = globSync('node_modules/@spawnpoint/*/**/*.js', { cwd: project })
    expect(files.length).toBeGreaterThan(500)
    const calls = files.filter((file) =>
      /import\.meta\.glob\(/.test(readFileSync(join(project, file), 'utf8')),
    )
    expect(calls).toEqual([])
  })

  it('[TOOL3] passes its own tests, in jsdom and on a real database', () => {
    // The contract that every plugin keeps is proven with the plugins of this checkout; here the soak proves it too.
    const said = soak(
      () => testsInCheckout(),
      () => testsInCheckout('browser', 'server', 'articles'),
    )()
    expect(said).toMatch(soak(/Tests\s+20 passed \(20\)/, /Tests\s+19 passed \(19\)/))
  })

  it('[TOOL3] [TOOL50] leaves the test of real coins out where no checkout is named, and says how to name one', () => {
    const said = tool('test', 'ledger')
    expect(said).toMatch(/^Server tests build the plugin and start a database first/)
    expect(said).toMatch(/Real coins are not tested: .*SPAWNPOINT_DIR/)
    expect(said).toMatch(/Tests\s+2 skipped \(2\)/)
  })

  it('[TOOL4] is packed, signed and shown as an operator sees it', () => {
    tool('pack')
    tool('keygen', 'keys')
    expect(statSync(join(project, 'keys/plugin-signing.key.pem')).mode & 0o777).toBe(0o600)
    const before = tool('verify', packed)
    expect(before).toContain('Not signed')
    tool('sign', packed, '--key', 'keys/plugin-signing.key.pem')
    const said = tool('verify', packed, '--key', 'keys/plugin-signing.pub.pem')
    expect(said).toMatch(/✓ Signed with the key [0-9a-f]{16}/)
    for (const words of [
      'keeps tables in the schema acme_notes',
      'hears of acme-notes:greeted',
      'adds the admin page /mc-admin/x/acme-notes',
      'keeps the secret setting api_key',
      'server/migrations/0001_notes.sql',
    ])
      expect(said).toContain(words)
  })

  it('[TOOL5] is installed in a product that knows nothing of it, and answers there', async () => {
    expect(existsSync(packed)).toBe(true)
    server = await startTestServer()
    const shop = await openShop(server)
    const { status, body } = await shop.install(readFileSync(packed))
    expect([status, body.error_code]).toEqual([200, undefined])
    await shop.enable('acme-notes')
    expect(await shop.find('acme-notes')).toMatchObject({ state: 'active', reason: null, version: '0.1.0' })
    const { api } = await server.signIn()
    expect((await api.post('/api/acme-notes/greeting')).body).toMatchObject({ text: 'Hello' })
    await api.post('/api/acme-notes/notes', { text: 'Milk' })
    expect((await api.get('/api/acme-notes/notes')).body['notes']).toMatchObject([{ text: 'Milk' }])
    expect((await api.post('/api/acme-notes/bonus')).body).toMatchObject({
      error_code: 'ACME_NOTES_BUDGET_SPENT',
    })
  })

  it('[TOOL41] has as many files for its author as for the operator', async () => {
    if (!server) throw new Error('The test before starts the product')
    const { files } = await (await openShop(server)).review(readFileSync(packed))
    expect(tool('verify', packed)).toContain(`  ${files} files, `)
    expect(tool('pack', '--no-build', '--out', 'again.zip')).toContain(`  ${files} files, `)
  })

  it('[TOOL12] is packed after each change where no dashboard is named', async () => {
    const file = join(project, 'browser/page.tsx')
    const whole = readFileSync(file, 'utf8')
    const dev = startProgram(join(project, 'node_modules/.bin/spawnpoint-plugin'), ['dev'], { cwd: project })
    await dev.says(/Packed .*acme-notes-0\.1\.0\.zip\n/)
    writeFileSync(file, `${whole}\nexport const broken = <p>\n`)
    await dev.says(/browser\/page\.tsx:\d+:\d+/)
    writeFileSync(file, whole)
    await dev.says(/Packed .*acme-notes-0\.1\.0\.zip\n/)
    await dev.end('SIGTERM')
  })

  it('[TOOL11] stands in for that package while its dev runs, also when whoever started that is killed', async () => {
    if (!server) throw new Error('the test before has to run first')
    const shop = await openShop(server)
    const { dataDir } = server.config
    const endpoint = openDevEndpoint()
    await endpoint.attach(server.server)
    const dev = startProgram('npx', ['spawnpoint-plugin', 'dev', '--data', dataDir], { cwd: project })
    await dev.says(/ is on: /)
    expect(await shop.find('acme-notes')).toMatchObject({
      state: 'active',
      version: expect.stringMatching(/^0\.1\.1-dev\.\d+$/),
    })
    const tree = processTree(dev.pid)
    expect(tree.length).toBeGreaterThan(1)
    await dev.end('SIGKILL')
    await vi.waitFor(() => expect(stillRunning(tree)).toEqual([]), { interval: 100 })
    const isBack = async () =>
      expect(await shop.find('acme-notes')).toMatchObject({ state: 'active', version: '0.1.0' })
    await vi.waitFor(isBack, { interval: 100 })
    await endpoint.close()
  })
})
