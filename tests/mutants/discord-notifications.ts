import type { Mutant } from './mutant.ts'

/** The example that sends webhooks. */
export const discordMutants: readonly Mutant[] = [
  {
    rule: 'DIS1',
    file: 'plugins/discord-notifications/server/listen-to-events.ts',
    find: 'key: event.id,',
    replace: 'key: `${event.id}:${Math.random()}`,',
  },
  {
    rule: 'DIS2',
    file: 'builtin/webhooks/server/send-message.ts',
    find: 'Math.min(seconds, LONGEST_WAIT_S) * 1_000',
    replace: 'Math.min(seconds, LONGEST_WAIT_S)',
  },
  {
    rule: 'DIS3',
    file: 'builtin/webhooks/server/deliver.ts',
    find: 'new Set([400, 401, 403, 404])',
    replace: 'new Set([400, 401, 403])',
  },
  {
    rule: 'DIS3',
    file: 'plugins/discord-notifications/server/answer-deliveries.ts',
    find: "return 'WEBHOOK_GONE'",
    replace: "return 'REFUSED'",
  },
  {
    rule: 'DIS4',
    file: 'plugins/discord-notifications/server/answer-deliveries.ts',
    find: 'replay({ id, to: channel })',
    replace: 'replay({ id })',
  },
  {
    rule: 'DIS4',
    file: 'plugins/discord-notifications/server/answer-deliveries.ts',
    find: '  if (!replayed.ok) throw fail(refusals[replayed.reason])\n',
    replace: '',
  },
  {
    rule: 'DIS5',
    file: 'plugins/discord-notifications/server/compose-message.ts',
    find: '    plain(String(facts[name] ?? words.someone)),',
    replace: '    String(facts[name] ?? words.someone),',
  },
  {
    rule: 'DIS5',
    file: 'plugins/discord-notifications/server/compose-message.ts',
    find: 'allowed_mentions: { parse: [] },',
    replace: "allowed_mentions: { parse: ['everyone'] },",
  },
  {
    rule: 'DIS6',
    file: 'plugins/discord-notifications/server/channel.ts',
    find: '?wait=true`, secret }',
    replace: '?wait=true` }',
  },
  {
    rule: 'DIS7',
    file: 'plugins/discord-notifications/server/listen-to-events.ts',
    find: 'if (!settings[news.topic] || !channel) return',
    replace: 'if (!channel) return',
  },
  {
    rule: 'DIS7',
    file: 'plugins/discord-notifications/server/channel.ts',
    find: 'url === undefined ? null :',
    replace: 'false ? null :',
  },
  {
    rule: 'DIS8',
    file: 'plugins/discord-notifications/manifest.ts',
    find: "        'x-secret': true,\n",
    replace: '',
  },
  {
    rule: 'DIS9',
    file: 'plugins/discord-notifications/server/migrations/0002_drop_delivery.sql',
    find: 'drop table delivery;',
    replace: 'select 1;',
  },
]
