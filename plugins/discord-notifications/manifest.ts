import { defineManifest } from '@spawnpoint/sdk/common'

export default defineManifest({
  id: 'discord-notifications',
  version: '1.1.0',
  title: '%title%',
  description:
    'Posts events from the dashboard to a Discord channel, with retries, a delivery log and replay.',
  publisher: 'Spawnpoint',
  license: 'MIT',
  icon: 'Send',
  engines: { shell: '>=0.1.0', sdk: '>=0.1.0' },
  dependencies: { webhooks: '*' },
  capabilities: [
    'server.http',
    'http.external:discord.com',
    'server.events:users:created',
    'server.events:server-queue:completed',
    'server.events:server-queue:failed',
    'server.events:servers:deleted',
    'server.events:store:purchased',
    'server.services:users.names',
    'server.services:webhooks.messages',
    'notify',
  ],
  isolation: { server: 'worker' },
  permissions: {
    defines: [
      {
        constant: 'DISCORD_NOTIFICATIONS_VIEW',
        value: 'plugin.discord-notifications.view',
        category: 'Discord notifications',
        description: 'See what was sent to Discord',
      },
      {
        constant: 'DISCORD_NOTIFICATIONS_SEND',
        value: 'plugin.discord-notifications.send',
        category: 'Discord notifications',
        description: 'Send a message to Discord again, or a test message',
      },
    ],
    requires: ['admin.plugins.edit'],
  },
  modules: { deliveries: 'browser/deliveries-page.tsx' },
  contributes: {
    adminPages: [
      {
        id: 'discord-deliveries',
        path: '/mc-admin/x/discord-notifications',
        area: 'admin',
        permission: 'plugin.discord-notifications.view',
        module: 'deliveries',
        title: '%title%',
      },
    ],
    nav: [{ area: 'admin', route: 'discord-deliveries', label: '%title%', icon: 'Send', order: 950 }],
  },
  settings: {
    type: 'object',
    additionalProperties: false,
    required: ['webhook_url'],
    properties: {
      webhook_url: {
        type: 'string',
        'x-secret': true,
        pattern: String.raw`^https://discord\.com/api/(v\d+/)?webhooks/\d+/[\w-]+$`,
      },
      signing_secret: { type: 'string', 'x-secret': true, minLength: 24, maxLength: 200 },
      username: { type: 'string', maxLength: 80, default: 'Spawnpoint' },
      language: { type: 'string', enum: ['en', 'de'], default: 'en' },
      accounts: { type: 'boolean', default: true },
      servers: { type: 'boolean', default: true },
      purchases: { type: 'boolean', default: false },
    },
  },
  server: 'server/index.ts',
  migrations: 'server/migrations',
  locales: ['en', 'de'],
})
