import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { readGuideBlocks } from '../support/plugins/guide-project.ts'

/** The test that runs a block, and words in it that show so. */
type Proof = readonly [file: string, words: string]

const guide = 'sdk/README.md'
const cookbook = 'builtin/sdk-docs/server/pages/cookbook.md'
const components = 'tests/integration/guide-components.test.tsx'
const services = 'tests/integration/guide-services.test.ts'
const product = 'tests/integration/guide-runs.test.ts'
const project = 'tests/integration/plugin-tools/project.test.ts'

const runBy: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  [guide]: {
    'manifest.ts': [components, "projectUntil(guide, 'browser/part.tsx')"],
    'browser/page.tsx': [components, "project.component('browser/page.tsx')"],
    'browser/staff-page.tsx': [components, "projectUntil(guide, 'browser/part.tsx')"],
    'browser/part.tsx': [components, "projectUntil(guide, 'browser/part.tsx')"],
    'locales/en.yml': [components, "projectUntil(guide, 'locales/en.yml')"],
    tsx: [components, "name === null && language === 'tsx'"],
    'contract/index.ts': [services, "'contract/index.ts'))['addNote']"],
    'server/index.ts': [services, '...noteTable'],
    'server/migrations/0001_note.sql': [services, '...noteTable'],
    'contract/attach-file.ts': [services, 'handleAttachFile]'],
    'server/attach-file.ts': [services, 'handleAttachFile]'],
    'resource.ts': [product, "until: 'labels.test.ts'"],
    'labels.test.ts': [product, "runShown(project.folder, 'labels.test.ts')"],
    'server/tidy-notes.ts': [services, "runJob('tidy')"],
    'server/welcome.ts': [services, 'emit(userCreated'],
    'settings.ts': [services, "guided.run('settings')"],
    'server/name-of.ts': [services, "guided.run('nameOf'"],
    'server/tell.ts': [services, "guided.run('tellPaid'"],
    'server/remind-idle.ts': [services, "guided.run('pauseIdle'"],
    'server/rent.ts': [services, "guided.run('rentMemory'"],
    'server/announce.ts': [services, "guided.run('announce'"],
    'server/describe.ts': [services, 'health[0]?.check()'],
    'server/pay-note.ts': [product, 'answerPayNote'],
    'server/buy-color.ts': [product, 'answerBuyColor'],
    'server/migrations/0002_color.sql': [product, "until: 'server/wallet.test.ts'"],
    'server/migrations/0003_paid.sql': [product, "until: 'server/wallet.test.ts'"],
    'server/pay-owed.ts': [product, "runJob('pay-owed')"],
    'server/wallet.test.ts': [product, "runShown(project.folder, 'server/wallet.test.ts')"],
    'browser/boot.ts': [product, "start('browser/boot.ts'"],
    'browser/boot-pages.ts': [product, "start('browser/boot-pages.ts'"],
  },
  [cookbook]: {
    'manifest.ts': [components, 'await project.manifest()'],
    'browser/page.tsx': [components, "projectUntil(cookbook, 'browser/page.tsx')"],
    'contract/index.ts': [components, "'listNotes')"],
    'server/index.ts': [product, "until: 'server/notes.test.ts'"],
    'contract/add-note.ts': [components, "'addNote')"],
    'server/add-note.ts': [product, 'answerAdd]'],
    'browser/add-note.tsx': [components, "projectUntil(cookbook, 'browser/add-note.tsx')"],
    'server/merge-notes.ts': [services, "name: 'merge'"],
    'server/notes.test.ts': [product, "runShown(project.folder, 'server/notes.test.ts')"],
    'resource.ts': [product, "readGuideProject(cookbook, { until: 'locales/en.yml'"],
    'locales/en.yml': [product, "readGuideProject(cookbook, { until: 'locales/en.yml'"],
    'server/migrations/0001_visit.sql': [services, 'visitTable.get('],
    'contract/list-visits.ts': [services, '/api/acme-notes/visits?'],
    'server/list-visits.ts': [services, '/api/acme-notes/visits?'],
    'browser/visits-page.tsx': [components, "projectUntil(cookbook, 'browser/visits-page.tsx')"],
    'server/read-visits.ts': [services, "guided.run('readVisits'"],
    'contract/count-notes.ts': [services, "'/api/acme-notes/count'"],
    'browser/widget.tsx': [components, "projectUntil(cookbook, 'browser/widget.tsx')"],
    'browser/boot.ts': [components, "projectUntil(cookbook, 'browser/answers-tab.tsx')"],
    'browser/answers.ts': [components, "projectUntil(cookbook, 'browser/answers-tab.tsx')"],
    'browser/shelf-page.tsx': [components, "name: '/p/acme-notes/red'"],
    'browser/answers-tab.tsx': [components, "name: 'answers'"],
    'server/pay.ts': [services, "guided.run('payFor'"],
    'server/buy.ts': [services, "guided.run('buy'"],
    'browser/draft.tsx': [components, "projectUntil(cookbook, 'browser/draft.tsx'"],
    'server/tidy.ts': [services, 'passTime('],
    'server/welcome.ts': [services, 'emit(userCreated'],
    'server/name-of.ts': [services, "guided.run('namesOf'"],
    'server/rate.ts': [services, "guided.run('readRate'"],
    'server/webhook.ts': [services, "guided.run('tellOutside'"],
    'settings.ts': [services, "guided.run('settings')"],
    'server/read-settings.ts': [services, "guided.run('settings')"],
  },
}

/** Blocks that are compiled and not run. */
const notRun: Readonly<Record<string, string>> = {
  'playwright.config.ts': 'is read by Playwright, which needs a port',
  'e2e/color.e2e.ts': 'needs Playwright and a port; e2e/plugin-author.e2e.ts does the same with daily-spin',
}

const commands: Readonly<Record<string, Proof>> = {
  'npm run plugin -- create ../acme-notes --id acme-notes --title Notes --no-server --contributions page': [
    'tests/integration/plugin-tools/dev.test.ts',
    "'--no-server', '--contributions', 'page'",
  ],
  'npm install': [project, "run(project, 'npm', 'install'"],
  'npm test': [project, 'testsInCheckout('],
  'npx spawnpoint-plugin check': [project, "tool('check')"],
  'npx spawnpoint-plugin pack': [project, "tool('pack')"],
  'npx spawnpoint-plugin keygen': [project, "tool('keygen'"],
  'npx spawnpoint-plugin sign acme-notes-0.1.0.zip': [project, "tool('sign', packed"],
  'npx spawnpoint-plugin verify acme-notes-0.1.0.zip --key plugin-signing.pub.pem': [
    project,
    "tool('verify', packed, '--key'",
  ],
  'npx spawnpoint-plugin doctor': [project, "tool('doctor')"],
  'npx spawnpoint-plugin upgrade --from ../sdk': [
    'tests/integration/plugin-tools/upgrade.test.ts',
    "'--from'",
  ],
  'npx spawnpoint-plugin catalog packages --name "Example plugins"': [
    'tests/integration/plugin-tools/catalog.test.ts',
    "'catalog'",
  ],
}

const commandsOf = (code: string) =>
  code
    .split('\n')
    .flatMap((line) => line.replace(/\s#.*$/, '').split(' && '))
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('cd '))

describe.each([guide, cookbook])('the blocks of %s', (file) => {
  const blocks = readGuideBlocks(file)

  it('[SDD31] are each run by a test, or say why not; and nothing else is listed', () => {
    const names = new Set(
      blocks.filter(({ language }) => language !== 'sh').map(({ name, language }) => name ?? language),
    )
    const known = [
      ...Object.keys(runBy[file] ?? {}),
      ...Object.keys(notRun).filter((name) => names.has(name)),
    ]
    expect(known.toSorted()).toEqual([...names].toSorted())
  })

  it.each(Object.entries(runBy[file] ?? {}))(
    '[SDD31] `%s` is run by the test that is named',
    (_name, [test, words]) => {
      expect(readFileSync(join(ROOT, test), 'utf8')).toContain(words)
    },
  )
})

it('[SDD31] the commands of the guide are each run by a test', () => {
  const shown = readGuideBlocks(guide)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => commandsOf(code))
  expect(Object.keys(commands).toSorted()).toEqual([...new Set(shown)].toSorted())
  for (const [test, words] of Object.values(commands))
    expect(readFileSync(join(ROOT, test), 'utf8')).toContain(words)
})
