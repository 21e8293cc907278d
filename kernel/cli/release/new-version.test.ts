import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT, VERSION } from '../../server/version.ts'
import { findTag } from './find-tag.ts'
import { setVersion } from './new-version.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spawnpoint-version-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(root, path), text)

const notes = '### Upgrade notes\n\n- Nothing to do.\n\n### Fixed\n\n- B.\n'
const changelog = (unreleased: string) =>
  `# Changelog\n\n## [Unreleased]\n${unreleased}\n## [1.9.0] - 2026-01-02\n\n- A.\n`

/** The files of a product that name its version. */
function writeProduct(unreleased = `\n${notes}`) {
  for (const folder of ['sdk', 'builtin']) mkdirSync(join(root, folder))
  for (const path of ['package.json', 'sdk/package.json', 'builtin/package.json'])
    write(path, '{\n  "name": "house",\n  "version": "1.9.0"\n}\n')
  const packages = { '': {}, sdk: {}, builtin: {}, 'node_modules/other': { version: '1.9.0' } }
  write('package-lock.json', JSON.stringify({ version: '1.9.0', packages }))
  write('README.md', 'Unpack spawnpoint-1.9.0-linux-x64.tar.gz.\n')
  write('CHANGELOG.md', changelog(unreleased))
}

describe('a new version', () => {
  const set = (version: string) => setVersion({ root, version, date: '2026-02-03' })

  it('[OPS50] is written wherever the one before was, and has the changes that were unreleased', () => {
    writeProduct()
    set('1.10.0')
    for (const path of ['package.json', 'sdk/package.json', 'builtin/package.json'])
      expect(JSON.parse(read(path))).toEqual({ name: 'house', version: '1.10.0' })
    const version = '1.10.0'
    expect(JSON.parse(read('package-lock.json'))).toEqual({
      version,
      packages: {
        '': { version },
        sdk: { version },
        builtin: { version },
        'node_modules/other': { version: '1.9.0' },
      },
    })
    expect(read('README.md')).toBe('Unpack spawnpoint-1.10.0-linux-x64.tar.gz.\n')
    expect(read('CHANGELOG.md')).toBe(changelog(`\n## [1.10.0] - 2026-02-03\n\n${notes}`))
  })

  it.each(['1.9.0', '1.8.9', '1.10', 'v2.0.0', ''])('[OPS50] is a later one, and not %j', (version) => {
    writeProduct()
    expect(() => set(version)).toThrow('E_RELEASE: give a version above 1.9.0')
    expect(read('package.json')).toContain('"1.9.0"')
  })

  it.each([
    ['no changes', '', 'lists nothing as unreleased'],
    ['no upgrade notes', '\n### Fixed\n\n- B.\n', 'with "### Upgrade notes"'],
    [
      'upgrade notes that come last',
      '\n### Fixed\n\n- B.\n\n### Upgrade notes\n\n- C.\n',
      'with "### Upgrade notes"',
    ],
  ])('[OPS50] is not made of %s', (_what, unreleased, problem) => {
    writeProduct(unreleased)
    expect(() => set('2.0.0')).toThrow(problem)
    expect([read('package.json').includes('1.9.0'), read('CHANGELOG.md')]).toEqual([
      true,
      changelog(unreleased),
    ])
  })

  it('[OPS50] is what the changelog of this product has sections of, each with upgrade notes first', () => {
    const [, ...sections] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('\n## ')
    const named = sections.map((section) => /^\[(.+?)\]/.exec(section)?.[1])
    expect(named.slice(0, 2)).toEqual(['Unreleased', VERSION])
    for (const section of sections.filter((each) => /^- /m.test(each)))
      expect(section).toMatch(/^\[.+\n\n### Upgrade notes\n\n\S/)
  })
})

const git = (cwd: string, ...args: readonly string[]) => {
  const identity = [
    '-c',
    'user.name=House',
    '-c',
    'user.email=house@example.com',
    '-c',
    'init.defaultBranch=main',
  ]
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

/** A version as its maker publishes it. */
function publish(cwd: string, version: string) {
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ version }))
  git(cwd, 'add', '--all')
  git(cwd, 'commit', '--quiet', '--message', version)
  git(cwd, 'tag', '--annotate', `v${version}`, '--message', version)
}

describe('the tag of a version', () => {
  it('[OPS38] is in the release where it names this commit as it is; else its maker is told why not', () => {
    expect(findTag(root, '1.0.0')).toEqual({ tag: null, warning: null })
    git(root, 'init', '--quiet')
    publish(root, '1.0.0')
    expect(findTag(root, '1.0.0')).toEqual({ tag: 'v1.0.0', warning: null })
    write('package.json', '{}')
    expect(findTag(root, '1.0.0')).toEqual({
      tag: null,
      warning: expect.stringMatching(/^Warning: files were changed since v1\.0\.0/),
    })
    git(root, 'commit', '--quiet', '--all', '--message', 'more')
    expect(findTag(root, '1.0.0')).toEqual({
      tag: null,
      warning: expect.stringMatching(/^Warning: this commit has no tag v1\.0\.0/),
    })
    publish(root, '1.1.0')
    mkdirSync(join(root, 'inner'))
    expect(findTag(join(root, 'inner'), '1.0.0')).toEqual({ tag: null, warning: null })
    expect(() => findTag(root, '1.0.0')).toThrow(
      'E_RELEASE: this commit is v1.1.0, and package.json says 1.0.0',
    )
  })

  it('[OPS28] [OPS38] leads operators to a version by the lines of the README', () => {
    const [upstream = '', checkout = ''] = ['upstream', 'checkout'].map((name) => join(root, name))
    mkdirSync(upstream)
    git(upstream, 'init', '--quiet')
    publish(upstream, '1.0.0')
    git(root, 'clone', '--quiet', upstream, checkout)
    publish(upstream, '1.1.0')
    const told = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/`(git [^`]+)`/g)].map(
      ([, line]) => line,
    )
    const run = (line: string, ...words: readonly [string, string][]) => {
      expect(told).toContain(line)
      const typed = words.reduce((text, [from, to]) => text.replace(from, to), line)
      const { status, stdout, stderr } = spawnSync('sh', ['-c', typed], { cwd: checkout, encoding: 'utf8' })
      expect(status, stderr).toBe(0)
      return stdout.trim()
    }
    const version = () => JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as unknown
    run('git fetch --tags')
    expect(run("git tag --list 'v*'").split('\n')).toEqual(['v1.0.0', 'v1.1.0'])
    expect(version()).toEqual({ version: '1.0.0' })
    run('git checkout v<version>', ['<version>', '1.1.0'])
    expect([version(), run('git describe --tags')]).toEqual([{ version: '1.1.0' }, 'v1.1.0'])
    git(checkout, 'checkout', '--quiet', 'main')
    run('git pull')
    expect(version()).toEqual({ version: '1.1.0' })
  })
})
