import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractPages } from './contract-pages.ts'
import { guidePages, slugOf } from './guide-pages.ts'
import { type DocPage } from './doc-page.ts'
import { hookPage } from './hook-pages.ts'
import { namePage } from './name-pages.ts'
import { referencePages } from './reference-pages.ts'
import { versionPage } from './version-page.ts'

const pagesFolder = join(import.meta.dirname, 'pages')
const readPart = (name: string) => readFileSync(join(pagesFolder, name), 'utf8')

/** A page for each section of a file, named after its heading. */
const sectionPages = (text: string): readonly { title: string; text: string }[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n')
      return { title: section.slice(0, end).trim(), text: section.slice(end).trim() }
    })

const list = (pages: readonly DocPage[]) =>
  pages.map(({ path, title }) => `- [${title}](/${path})`).join('\n')

const errorPages = (): readonly DocPage[] => {
  const pages = sectionPages(readPart('errors.md')).map(({ title, text }): DocPage => {
    return {
      path: `errors/${title}`,
      title,
      group: 'Error codes',
      text: `# ${title}\n\n${text}`,
      isListed: false,
    }
  })
  const isWarning = ({ title }: DocPage) => title.startsWith('W_')
  const [errors, warnings] = [pages.filter((page) => !isWarning(page)), pages.filter(isWarning)]
  const text = `# Error codes\n\nThe code stands at the beginning of the message. Each page names the cause and the fix.\n\n${list(errors)}\n\n## Warnings of check\n\nA plugin with these can be installed.\n\n${list(warnings)}`
  return [{ path: 'errors', title: 'Error codes', group: 'Error codes', text, isListed: true }, ...pages]
}

const cookbookPages = (): readonly DocPage[] =>
  sectionPages(readPart('cookbook.md')).map(({ title, text }) => ({
    path: `cookbook/${slugOf(title)}`,
    title,
    group: 'Cookbook',
    text: `# ${title}\n\n${text}`,
    isListed: true,
  }))

const portingPages = (): readonly DocPage[] =>
  sectionPages(readPart('porting.md')).map(({ title, text }) => ({
    path: `porting/${slugOf(title)}`,
    title,
    group: 'Port your add-on',
    text: `# ${title}\n\n${text}`,
    isListed: true,
  }))

const exampleSources =
  'plugins/*/{manifest.ts,resource.ts,{browser,server,contract}/**/*.{ts,tsx},locales/en.yml}'

const fenceOf = (file: string, text: string) =>
  `\`\`\`${file.slice(file.lastIndexOf('.') + 1)}\n${text.trimEnd()}\n\`\`\``

/** The example plugins with their sources; a release has only what they were built into. */
const examplePages = (root: string): readonly DocPage[] => {
  const files = globSync(exampleSources, { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .sort()
  const plugins = [...new Set(files.map((file) => file.split('/')[1] ?? ''))]
  return plugins.map((plugin) => {
    const readme = join(root, 'plugins', plugin, 'README.md')
    const intro = existsSync(readme) ? readFileSync(readme, 'utf8').trim() : `# ${plugin}`
    const sources = files
      .filter((file) => file.startsWith(`plugins/${plugin}/`))
      .map(
        (file) =>
          `## ${file.split('/').slice(2).join('/')}\n\n${fenceOf(file, readFileSync(join(root, file), 'utf8'))}`,
      )
    return {
      path: `examples/${plugin}`,
      title: plugin,
      group: 'Examples',
      text: [intro, ...sources].join('\n\n'),
      isListed: true,
    }
  })
}

/** All pages of the site, in the order of its menu. */
export const readPages = (root: string): readonly DocPage[] => [
  ...guidePages(readFileSync(join(root, 'sdk/README.md'), 'utf8')),
  ...cookbookPages(),
  ...portingPages(),
  hookPage(root),
  namePage(root),
  versionPage(root),
  ...referencePages(root),
  ...contractPages(root),
  ...errorPages(),
  ...examplePages(root),
]
