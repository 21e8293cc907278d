import { adminPageFile, debugTabFile, noticeFile, pageFile, widgetFile } from './browser-files.ts'
import { has, isDrawn, type Choice } from './choice.ts'
import { contractFile } from './contract-file.ts'
import { localeFile } from './locale-file.ts'
import { manifestFile } from './manifest-file.ts'
import {
  ignoreFile,
  packageFile,
  tsconfigFile,
  vitestFile,
  workflowFile,
  type ProjectPackages,
} from './project-files.ts'
import { readmeFile } from './readme-file.ts'
import { resourceFile, resourceMigrationFile, resourceTestFile } from './resource-files.ts'
import { migrationFile, serverFile } from './server-files.ts'
import { contractTestFile, pageTestFile, serverTestFile } from './test-files.ts'
import { coinsFile, coinsPageFile } from './wallet-files.ts'
import { coinsPageTestFile, coinsTestFile, ledgerTestFile } from './wallet-test-files.ts'

type Files = Readonly<Record<string, string>>

const browserFiles = (choice: Choice): Files => ({
  ...(has(choice, 'page')
    ? { 'browser/page.tsx': pageFile(choice), 'browser/page.test.tsx': pageTestFile(choice) }
    : {}),
  ...(has(choice, 'admin-page') ? { 'browser/admin-page.tsx': adminPageFile(choice) } : {}),
  ...(has(choice, 'widget') ? { 'browser/widget.tsx': widgetFile() } : {}),
  ...(has(choice, 'slot') ? { 'browser/notice.tsx': noticeFile() } : {}),
  ...(has(choice, 'debug-tab') ? { 'browser/debug-tab.tsx': debugTabFile() } : {}),
  ...(has(choice, 'wallet')
    ? {
        'browser/coins-page.tsx': coinsPageFile(),
        'browser/coins-page.test.tsx': coinsPageTestFile(choice),
      }
    : {}),
})

const resourceFiles = (choice: Choice): Files =>
  has(choice, 'resource')
    ? {
        'resource.ts': resourceFile(choice),
        'articles.test.ts': resourceTestFile(),
        [`server/migrations/${has(choice, 'table') ? '0002' : '0001'}_article.sql`]: resourceMigrationFile(),
      }
    : {}

const walletFiles = (choice: Choice, standalone: boolean): Files =>
  has(choice, 'wallet')
    ? {
        'server/coins.ts': coinsFile(choice),
        'server/coins.test.ts': coinsTestFile(choice),
        'server/ledger.test.ts': ledgerTestFile(choice, standalone),
      }
    : {}

const serverFiles = (choice: Choice): Files =>
  choice.server
    ? {
        'contract/index.ts': contractFile(choice),
        'server/index.ts': serverFile(choice),
        'server/server.test.ts': serverTestFile(choice),
        ...(has(choice, 'table') ? { 'server/migrations/0001_notes.sql': migrationFile() } : {}),
      }
    : {}

const projectFiles = (choice: Choice, packages: ProjectPackages): Files => ({
  'package.json': packageFile(choice, packages),
  'tsconfig.json': tsconfigFile(),
  'vitest.config.ts': vitestFile(),
  '.gitignore': ignoreFile(),
  '.github/workflows/check.yml': workflowFile(),
})

/** Every file of a new plugin by its path. Without packages it stands in the repository, whose own serve it. */
export const pluginFiles = (choice: Choice, sdkVersion: string, packages: ProjectPackages | null): Files => ({
  'manifest.ts': manifestFile(choice, sdkVersion),
  ...serverFiles(choice),
  ...resourceFiles(choice),
  ...walletFiles(choice, packages !== null),
  ...browserFiles(choice),
  'locales/en.yml': localeFile(choice),
  ...(choice.server || isDrawn(choice) ? { 'contract.test.ts': contractTestFile() } : {}),
  'README.md': readmeFile(choice, packages !== null),
  ...(packages === null ? {} : projectFiles(choice, packages)),
})
