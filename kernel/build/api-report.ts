import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportedDeclarations } from './declarations.ts'
import { stagePackages } from './sdk-package/stage-packages.ts'

export const apiReportFile = 'sdk/api-report.md'

const intro = `# What the SDK offers

Every name that a plugin may import, entry by entry, as TypeScript sees it. Made by \`npm run api-report\`; a change
here is a change that authors of plugins will notice, and belongs into the same commit as its cause.
`

/** The entries of the package that hold code, in the order of its manifest. */
export const sdkEntries = (root: string): readonly (readonly [name: string, file: string])[] => {
  const { exports } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as {
    exports: Record<string, string>
  }
  return Object.entries(exports).filter(([, file]) => /\.tsx?$/.test(file))
}

const fence = '```'

/** The text of the report for the sources as they are. */
export function createApiReport(root: string): string {
  const { sdk } = stagePackages(root)
  const sections = sdkEntries(root).map(([name, file]) => {
    const declared = exportedDeclarations(join(sdk, 'sdk', file.replace(/\.tsx?$/, '.d.ts')))
    const text = declared.map((each) => each.text).join('\n')
    return `## \`@spawnpoint/sdk/${name.replace('./', '')}\`\n\n${fence}ts\n${text}\n${fence}\n`
  })
  return [intro, ...sections].join('\n')
}
