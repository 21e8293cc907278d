import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const block = /^```\w+\n(?:\/\/|--|#) ([\w./-]+)(.*)\n([\s\S]*?)^```$/gm

export interface GuideBlock {
  /** Null for code that is shown without the name of a file. */
  readonly name: string | null
  readonly language: string
  readonly code: string
  readonly line: number
}

/** Every block of code that a guide shows, in its order. */
export function readGuideBlocks(guide: string): readonly GuideBlock[] {
  const text = readFileSync(join(root, guide), 'utf8')
  return [...text.matchAll(/^```(\w+)\n((?:(?:\/\/|--|#) ([\w./-]+\.\w+)[^\n]*\n)?[\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: code = '', 3: name, index }) => ({
      name: name ?? null,
      language,
      code,
      line: text.slice(0, index).split('\n').length,
    }),
  )
}

/**
 * The project that a reader of a guide has once a file is shown: every named block up to it, where a block replaces the one
 * of its name before. Files that the guide leaves to the reader come as `own`.
 */
export function readGuideProject(
  guide: string,
  { until, own }: { readonly until: string; readonly own: Readonly<Record<string, string>> },
): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, guide), 'utf8')
  const files = new Map<string, string>()
  for (const [, name = '', remark = '', code = ''] of text.matchAll(block)) {
    const isMore = remark.startsWith(', under')
    files.set(name, isMore ? `${files.get(name) ?? ''}${code}` : code)
    if (name === until) return new Map([...files, ...Object.entries(own)])
  }
  throw new Error(`${guide} shows no file ${until}`)
}

/** Writes a project into the checkout, whose packages serve it. */
export function writeProject(files: ReadonlyMap<string, string>) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/guide-'))
  for (const [file, code] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
