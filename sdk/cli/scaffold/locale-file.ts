import { failureOf, has, lines, pageCalls, type Choice } from './choice.ts'

const articles = [
  '  articles:',
  '    title: Articles',
  '    description: What staff write for customers.',
  '    create: Create article',
  '    edit: Edit article',
  '    delete: Delete article',
  '    fields: { headline: Headline, kind: Kind }',
  '    values: { kind: { news: News, guide: Guide } }',
]

const coins = (choice: Choice) => [
  '  coins:',
  '    title: Bonus and luck',
  '    bonus: Daily bonus',
  '    claim: Claim {{coins}} coins',
  '    claimed: You got your coins.',
  '    already: You already have the bonus of today.',
  '    number: Lucky number',
  '    buy: Buy a lucky number for {{price}} coins',
  '    bought: Your lucky number is {{number}}.',
  '  errors:',
  `    ${failureOf(choice, 'BUDGET_SPENT')}: All coins of today are given out. Try again tomorrow.`,
  `    ${failureOf(choice, 'COINS_REFUSED')}: Coins can't be moved right now. Try again later.`,
  `    ${failureOf(choice, 'TOO_EXPENSIVE')}: This costs {{required}} coins, and you have {{available}}.`,
]

/** `locales/en.yml`: the one root key is the plugin's id. */
export const localeFile = (choice: Choice): string =>
  lines(
    `${choice.id}:`,
    `  title: ${JSON.stringify(choice.title)}`,
    has(choice, 'page') && '  description: Made with the scaffold of Spawnpoint.',
    (has(choice, 'page') || (has(choice, 'admin-page') && !has(choice, 'settings'))) && '  waves: Waves',
    has(choice, 'page') && '  wave: Wave',
    has(choice, 'page') && "  count_one: 'You waved {{count}} time.'",
    has(choice, 'page') && "  count_other: 'You waved {{count}} times.'",
    pageCalls(choice) && '  server: From the server',
    pageCalls(choice) && "  greeting: '{{text}}! On the server it is {{at}}.'",
    pageCalls(choice) && has(choice, 'event') && '  greet: Greet me',
    pageCalls(choice) && has(choice, 'table') && '  notes: Notes',
    pageCalls(choice) && has(choice, 'table') && '  note: A note',
    pageCalls(choice) && has(choice, 'table') && '  add: Add',
    pageCalls(choice) && has(choice, 'table') && '  added: The note is kept.',
    has(choice, 'admin-page') && '  admin: Seen by whoever may manage this plugin.',
    has(choice, 'admin-page') && has(choice, 'settings') && '  setting: The greeting that is set',
    has(choice, 'admin-page') && !has(choice, 'settings') && '  adminText: Here is where you manage it.',
    has(choice, 'widget') && '  widget: All is well',
    has(choice, 'slot') && '  notice: A word from a plugin.',
    ...(has(choice, 'resource') ? articles : []),
    ...(has(choice, 'wallet') ? coins(choice) : []),
  )
