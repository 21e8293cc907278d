import { spawnSync } from 'node:child_process'

export interface FoundTag {
  readonly tag: string | null
  /** Why operators cannot check out what is released here; null where they can, or where there is no repository. */
  readonly warning: string | null
}

/** The tag of a version, where it names this commit as it is. */
export function findTag(root: string, version: string): FoundTag {
  const git = (...args: readonly string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const found = git('tag', '--points-at', 'HEAD', '--list', 'v[0-9]*')
  // An image is built of files alone, and a folder within another repository has none of its own.
  if (found === null || git('rev-parse', '--show-prefix') !== '') return { tag: null, warning: null }
  const tag = `v${version}`
  const tags = found.split('\n').filter((name) => name !== '')
  if (tags.length > 0 && !tags.includes(tag))
    throw new Error(`E_RELEASE: this commit is ${tags.join(', ')}, and package.json says ${version}`)
  const problem =
    tags.length === 0
      ? `this commit has no tag ${tag}`
      : git('status', '--porcelain', '--untracked-files=no') === ''
        ? null
        : `files were changed since ${tag}`
  if (problem === null) return { tag, warning: null }
  return { tag: null, warning: `Warning: ${problem}, so nobody can check out what this release is made of.` }
}
