import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const nodeFolder = `node-${process.platform}-${process.arch}`
const lock = (version: string) =>
  JSON.stringify({
    name: 'house',
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'house', version } },
  })

let root: string
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  for (const name of readdirSync(import.meta.dirname).filter((each) => each.endsWith('.mjs'))) {
    cpSync(join(import.meta.dirname, name), join(root, 'kernel', 'cli', name))
  }
  const followNpm = 'sdk/cli/follow-npm.mjs'
  cpSync(join(import.meta.dirname, '../..', followNpm), join(root, followNpm))
  write('package.json', JSON.stringify({ name: 'house', version: '1.0.0', type: 'module' }))
  write('package-lock.json', lock('1.0.0'))
  write('script.ts', 'const args: string[] = process.argv.slice(2)\nconsole.log(JSON.stringify(args))')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

const begin = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [join(root, 'kernel', 'cli', 'run.mjs'), ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const run = async (...args: string[]) => {
  const child = begin(...args)
  const said = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const [code] = await once(child, 'close')
  const [out = '', err = ''] = await said
  return { code, out, err }
}

describe('the bootstrap', () => {
  it('installs once, again when the lock file has changed, and passes the arguments on', async () => {
    const first = await run('script.ts', '--port', '0')
    expect(first.out).toMatch(/^Installing dependencies \(npm ci\)/)
    expect(first.out).toMatch(/\["--port","0"\]\n$/)
    expect(await run('script.ts')).toEqual({ code: 0, out: '[]\n', err: '' })
    write('package-lock.json', lock('1.0.0').replace('"requires"', '"packages_note": 1, "requires"'))
    rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
    expect((await run('script.ts')).out).toMatch(/^Installing/)
  })

  it('tells the script where it was typed, unless npm has, since the script runs in the installation', async () => {
    write('script.ts', 'console.log(process.env.INIT_CWD, process.cwd())')
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    vi.stubEnv('INIT_CWD', undefined)
    expect((await run('script.ts')).out).toBe(`${tmpdir()} ${root}\n`)
    vi.stubEnv('INIT_CWD', '/home/ada')
    expect((await run('script.ts')).out).toBe(`/home/ada ${root}\n`)
  })

  /** A version with a package that cannot be fetched. */
  const needMissingPackage = () => {
    const house = { name: 'house', version: '1.0.0', type: 'module', dependencies: { missing: '1.0.0' } }
    const missing = {
      version: '1.0.0',
      resolved: 'http://127.0.0.1:9/missing.tgz',
      integrity: `sha512-${'A'.repeat(86)}==`,
    }
    const packages = { '': house, 'node_modules/missing': missing }
    write('package.json', JSON.stringify(house))
    write('package-lock.json', JSON.stringify({ ...JSON.parse(lock('1.0.0')), packages }))
  }
  const markOf = () => readFileSync(join(root, 'node_modules/mark'), 'utf8')

  it('[OPS2] leaves the installed dependencies alone when the new ones cannot be had', async () => {
    await run('script.ts')
    write('node_modules/mark', 'first')
    vi.stubEnv('npm_config_fetch_retries', '0')
    needMissingPackage()
    const { code, err } = await run('script.ts')
    expect(code).toBe(1)
    expect(err).toContain('Those of the version before are untouched')
    expect(markOf()).toBe('first')
    write('package-lock.json', lock('1.0.0'))
    expect(await run('script.ts')).toEqual({ code: 0, out: '[]\n', err: '' })
  })

  it('[OPS2] keeps the dependencies of the version before, to go back without the registry', async () => {
    await run('script.ts')
    write('node_modules/mark', 'first')
    write('package-lock.json', lock('1.0.0').replace('"requires"', '"packages_note": 1, "requires"'))
    rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
    expect((await run('script.ts')).out).toMatch(/^Installing/)
    expect(existsSync(join(root, 'node_modules/mark'))).toBe(false)
    write('package-lock.json', lock('1.0.0'))
    expect((await run('script.ts')).out).toBe('[]\n')
    expect(markOf()).toBe('first')
  })

  it('[OPS2] ends an exchange of dependencies that was cut short', async () => {
    await run('script.ts')
    write('node_modules/mark', 'first')
    mkdirSync(join(root, '.cache/install'), { recursive: true })
    renameSync(join(root, 'node_modules'), join(root, '.cache/install/node_modules'))
    expect((await run('script.ts')).out).toBe('[]\n')
    expect(markOf()).toBe('first')
  })

  it('[OPS3] two at once install once, and build one after the other', async () => {
    write(
      'kernel/cli/build.ts',
      `import { appendFileSync } from 'node:fs'
       appendFileSync('order', 'begin ')
       setTimeout(() => appendFileSync('order', 'end '), 300)`,
    )
    const both = await Promise.all([1, 2].map(() => run('kernel/cli/build.ts')))
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.filter(({ out }) => out.includes('Installing'))).toHaveLength(1)
    expect(both.filter(({ out }) => out.includes('waiting for it'))).toHaveLength(1)
    expect(readFileSync(join(root, 'order'), 'utf8')).toBe('begin end begin end ')
  })

  it('`prepare-start` installs and builds for the next start, says so, and starts nothing', async () => {
    write('kernel/cli/build.ts', `console.log(JSON.stringify(process.argv.slice(2)))`)
    const child = spawn(process.execPath, [join(root, 'kernel/cli', 'prepare-start.mjs')], { cwd: root })
    const said = text(child.stdout)
    expect(await once(child, 'close')).toEqual([0, null])
    expect(await said).toMatch(
      /^Installing [\s\S]+\["--for-start"\]\nDependencies and dashboard are ready: restart Spawnpoint now\.\n$/,
    )
  })

  it('[OPS3] does not wait for a process that was killed', async () => {
    const gone = spawn(process.execPath, ['--version'])
    await once(gone, 'close')
    write('.cache/prepare.lock', `${gone.pid} 12345`)
    expect((await run('script.ts')).code).toBe(0)
    expect(existsSync(join(root, '.cache/prepare.lock'))).toBe(false)
  })

  it('[OPS4] keeps npm’s cache in the checkout, since a system user has no home', async () => {
    vi.stubEnv('npm_config_cache', undefined)
    vi.stubEnv('HOME', join(root, 'no-home'))
    await run('script.ts')
    expect(existsSync(join(root, '.cache/npm'))).toBe(true)
    expect(existsSync(join(root, 'no-home/.npm'))).toBe(false)
  })

  it('[OPS4] keeps npm’s cache in the checkout where the one that npm names cannot be made', async () => {
    write('no-folder', '')
    vi.stubEnv('npm_config_cache', join(root, 'no-folder/.npm'))
    expect(await run('script.ts')).toMatchObject({ code: 0 })
    expect(existsSync(join(root, '.cache/npm'))).toBe(true)
    rmSync(join(root, 'node_modules'), { recursive: true })
    vi.stubEnv('npm_config_cache', join(root, 'named'))
    expect(await run('script.ts')).toMatchObject({ code: 0 })
    expect(existsSync(join(root, 'named'))).toBe(true)
  })

  it('[OPS5] says in one sentence that this Node is too old, before anything is installed', async () => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '18.19.0' })`
    vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(older)}`)
    expect(await run('script.ts')).toEqual({
      code: 1,
      out: '',
      err: 'Spawnpoint starts on Node 20 or later, and this is 18.19.0: install a newer Node, then run this again.\n',
    })
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
  })

  it('[OPS5] does not take an install without this platform’s optional packages for one', async () => {
    const here = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
    const { packages, ...rest } = JSON.parse(lock('1.0.0')) as { packages: object }
    const missing = { ...here, resolved: 'http://127.0.0.1:9/native.tgz', integrity: 'sha512-AAAA' }
    write(
      'package-lock.json',
      JSON.stringify({ ...rest, packages: { ...packages, 'node_modules/native': missing } }),
    )
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    vi.stubEnv('npm_config_fetch_retries', '0')
    expect((await run('script.ts')).out).toMatch(/^Installing/)
  })

  it('[OPS5] does not take an install for one that lacks a package which the product imports', async () => {
    const packages = { '': { name: 'house', version: '1.0.0', dependencies: { here: '1.0.0' } } }
    const wanted = JSON.stringify({ ...JSON.parse(lock('1.0.0')), packages })
    write('package-lock.json', wanted)
    write('node_modules/.spawnpoint-lock', createHash('sha256').update(wanted).digest('hex'))
    write('node_modules/here/package.json', '{}')
    expect((await run('script.ts')).out).toBe('[]\n')
    rmSync(join(root, 'node_modules/here'), { recursive: true })
    expect((await run('script.ts')).out).toMatch(/^Installing/)
  })

  it('takes what npm install has brought for installed', async () => {
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    expect((await run('script.ts')).out).toBe('[]\n')
  })

  it('says in a sentence that the installation failed', async () => {
    write('package-lock.json', 'no json')
    const { code, err } = await run('script.ts')
    expect(code).toBe(1)
    expect(err).toContain(
      'The dependencies could not be installed: see the lines above, then run this again.\n',
    )
  })

  it('prefers the pinned Node and offers it to what the script starts', async () => {
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    mkdirSync(join(root, 'node_modules', nodeFolder, 'bin'), { recursive: true })
    symlinkSync(process.execPath, join(root, 'node_modules', nodeFolder, 'bin', 'node'))
    write('script.ts', `console.log(process.env.PATH.split(':')[0])`)
    expect((await run('script.ts')).out.trim()).toBe(join(root, 'node_modules', nodeFolder, 'bin'))
  })

  it('keeps compiled code and spares memory, unless the operator says otherwise', async () => {
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    write(
      'script.ts',
      `const { NODE_COMPILE_CACHE: kept, MALLOC_ARENA_MAX: heaps } = process.env
       console.log(JSON.stringify([kept, heaps]))`,
    )
    const cache = process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache', 'compiled')
    expect((await run('script.ts')).out.trim()).toBe(
      JSON.stringify([cache, process.env['MALLOC_ARENA_MAX'] ?? '2']),
    )
    vi.stubEnv('MALLOC_ARENA_MAX', '7')
    expect((await run('script.ts')).out.trim()).toBe(JSON.stringify([cache, '7']))
  })

  it('[OPS48] loads the modules of a command as quickly as those of the start', async () => {
    for (const path of ['kernel/cli/admin.ts', 'kernel/cli/backup.ts', 'script.ts'])
      write(path, `console.log(process.execArgv.some((each) => each.endsWith('/resolve-quickly.mjs')))`)
    expect((await run('kernel/cli/admin.ts')).out).toContain('true')
    expect((await run('kernel/cli/backup.ts')).out).toContain('true')
    expect((await run('script.ts')).out).toContain('false')
  })

  it('ends with the code of the script', async () => {
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    write('script.ts', 'process.exit(7)')
    expect((await run('script.ts')).code).toBe(7)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'forwards %s and waits for the script',
    async (signal) => {
      write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
      write(
        'script.ts',
        `process.on('${signal}', () => { console.log('stopped in order'); process.exit(3) })
       setInterval(() => {}, 1000)
       console.log('up')`,
      )
      const child = begin('script.ts')
      let out = ''
      child.stdout?.on('data', (part) => (out += String(part)))
      await expect.poll(() => out).toBe('up\n')
      child.kill(signal)
      expect((await once(child, 'close'))[0]).toBe(3)
      expect(out).toBe('up\nstopped in order\n')
    },
  )

  it.runIf(process.platform !== 'win32')(
    'stops it in order when the npm above was told to stop',
    async () => {
      write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
      write('kernel/cli/build.ts', '')
      write(
        'kernel/cli/start-product.mjs',
        `process.on('SIGTERM', () => { console.log('stopped in order'); process.exit(0) })
       setTimeout(() => {}, 20_000)
       console.log('up')`,
      )
      vi.stubEnv('npm_command', 'start')
      // The shell that npm starts: npm hands it the signal, and it ends without telling anybody.
      const command = `"${process.execPath}" "${join(root, 'kernel/cli/start.mjs')}"; true`
      const shell = spawn('sh', ['-c', command], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
      let out = ''
      shell.stdout.on('data', (part) => (out += String(part)))
      await expect.poll(() => out).toBe('up\n')
      shell.kill('SIGTERM')
      await once(shell, 'close')
      expect(out).toBe('up\nstopped in order\n')
    },
  )
})

describe('an upgrade that was undone', () => {
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      encoding: 'utf8',
    }).stdout.trim()
  const commit = (script: string) => {
    write('product.mjs', script)
    git('add', '.')
    git('commit', '-qm', 'a version')
    return git('rev-parse', 'HEAD')
  }
  const launch = async () => {
    const child = spawn(process.execPath, [join(root, 'go.mjs')], { stdio: ['ignore', 'pipe', 'pipe'] })
    const out = text(child.stdout)
    const [code] = await once(child, 'close')
    return { code, out: await out }
  }

  /** A checkout whose newer version fails; the one from before became ready. */
  const prepare = () => {
    write(
      'go.mjs',
      `import { bootstrap } from './kernel/cli/bootstrap.mjs'\nbootstrap('product.mjs', [], { goesBack: true })`,
    )
    write('.gitignore', 'node_modules\n.cache\n.data\n')
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }))
    git('init', '-q')
    const earlier = commit(`console.log('the version from before')`)
    write('.data/ready.json', JSON.stringify({ version: '1', migrations: 'a', commit: earlier }))
    commit(`console.log('the new version'); process.exit(75)`)
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv('DATA_DIR', '')
    return earlier
  }

  it('[UPG6] starts the version from before again, from its own files', async () => {
    const earlier = prepare()
    const { code, out } = await launch()
    expect(code).toBe(0)
    expect(out).toMatch(/the new version\n[^]*the version from before\n$/)
    expect(git('rev-parse', 'HEAD')).toBe(earlier)
  })

  it('[UPG6] touches no checkout that was changed by hand, nor one in development', async () => {
    prepare()
    const head = git('rev-parse', 'HEAD')
    write('product.mjs', `console.log('edited'); process.exit(75)`)
    expect((await launch()).code).toBe(75)
    git('checkout', '-q', '.')
    vi.stubEnv('NODE_ENV', 'development')
    expect((await launch()).code).toBe(75)
    expect(git('rev-parse', 'HEAD')).toBe(head)
  })

  it('[UPG8] waits where a service manager would start it again and again, until it is stopped', async () => {
    prepare()
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('UPGRADE_UNDONE', 'wait')
    const child = spawn(process.execPath, [join(root, 'go.mjs')], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    const ended = once(child, 'close')
    const isThere = () => child.exitCode !== null || said.includes('Waiting until it is stopped')
    await expect.poll(isThere, { timeout: 30_000 }).toBe(true)
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    expect(await ended).toEqual([143, null])
  })

  it('[BKP15] starts again what ended to restore a backup', async () => {
    prepare()
    write(
      'product.mjs',
      `import { existsSync, writeFileSync } from 'node:fs'
      const mark = new URL('ended', import.meta.url)
      if (existsSync(mark)) console.log('back, ' + process.env.SPAWNPOINT_RESTARTS)
      else {
        writeFileSync(mark, '')
        console.log('leaving')
        process.exit(76)
      }`,
    )
    const { code, out } = await launch()
    expect(code).toBe(0)
    expect(out).toMatch(/leaving\n[^]*back, 1\n$/)
  })
})
