import { has, isDrawn, lines, type Choice } from './choice.ts'

const fence = '```'

const places = (choice: Choice) => [
  '- `manifest.ts`: all that the product knows of the plugin without running its code.',
  choice.server && '- `contract/`: the calls and facts; both halves read them, and other plugins may.',
  isDrawn(choice) &&
    '- `browser/`: one module for each thing that is drawn. React and the SDK come from the dashboard.',
  choice.server &&
    '- `server/index.ts`: what the server module registers; it is undone when the plugin is switched off.',
  has(choice, 'resource') &&
    '- `resource.ts`: articles that staff write: table, REST endpoints, permissions and admin pages follow from it. Write its table with `spawnpoint-plugin migration`, its words under `articles` in `locales/`.',
  has(choice, 'wallet') &&
    '- `server/coins.ts`: pays and charges coins. `server/ledger.test.ts` moves real ones where `SPAWNPOINT_DIR` names a checkout of Spawnpoint in which `npm ci` has run, and is skipped elsewhere.',
  (has(choice, 'table') || has(choice, 'resource')) &&
    '- `server/migrations/`: `0001_….sql` and on, applied in order, never edited after a release.',
  '- `locales/en.yml`: every word, under the plugin’s id.',
]

/** `README.md` of the project. */
export const readmeFile = (choice: Choice, standalone: boolean): string => {
  const run = (command: string) =>
    standalone ? `npm run ${command}` : `npm run plugin -- ${command} plugins/${choice.id}`
  return lines(
    `# ${choice.title}`,
    '',
    'A plugin for Spawnpoint.',
    '',
    `${fence}`,
    standalone && 'npm install',
    `${(standalone ? 'npm run dev -- --shell http://127.0.0.1:5174' : run('dev')).padEnd(16)} # into a dashboard's npm run dev, with Fast Refresh`,
    `${(standalone ? 'npm test' : run('test')).padEnd(16)} # browser module in jsdom, server module on a real database`,
    `${run('check').padEnd(16)} # manifest, words, rights, imports, size`,
    `${run('pack').padEnd(16)} # the file that operators install at /mc-admin/plugins`,
    fence,
    '',
    ...places(choice),
    '',
    '## Another language',
    '',
    'Copy `locales/en.yml` to `locales/de.yml` (or `ro`, `fr`, `es`, `md`), translate the values and keep the keys, and add',
    "`'de'` to `locales` in the manifest. `check` names every key that one language has and another has not.",
    '',
    '## More rights',
    '',
    'Members of the context (`db`, `jobs`, `notify`, …) are there when the manifest lists their capability. An operator',
    'reads that list before installing the plugin, so ask for what you use and no more.',
    standalone && '',
    standalone && '## A new version of the SDK',
    standalone && '',
    standalone && 'In a checkout of the newer Spawnpoint:',
    standalone && '',
    standalone && fence,
    standalone && `npm run plugin -- upgrade <folder of ${choice.id}>`,
    standalone && fence,
    standalone && '',
    standalone &&
      'It puts the packages into `vendor/` and changes the versions in `package.json`. Then run `npm install`,',
    standalone && '`npm run types`, `npm run check` and `npm test`.',
  )
}
