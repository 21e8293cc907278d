import type { TestServer } from './server/start-test-server.ts'

const uuid = (n: number) => `'00000000-0000-7000-8000-${String(n).padStart(12, '0')}'`
const now = `'2026-01-02T03:04:05.678Z'`

/** At least one row in every table that has something of a customer; `ada` and `bob` are their ids. */
const statements = (ada: string, bob: string): readonly string[] => [
  `insert into roles.member (user_id, role_id) values ('${ada}', (select id from roles.role where real_name = 'vip'))`,
  `insert into servers.server (id, owner, panel_id, identifier, name, description, location_id, category_id, egg_id,
     memory, cpu, disk, databases, backups, allocations)
   values (${uuid(1)}, '${ada}', 7, 'abcd1234', 'Skyblock', '', ${uuid(2)}, ${uuid(3)}, ${uuid(4)}, 1024, 100, 2048, 1, 1, 1)`,
  `insert into servers.history (id, server, owner, at, kind) values (${uuid(5)}, ${uuid(1)}, '${ada}', ${now}, 'created')`,
  `insert into servers.allowance (owner, memory, disk, cpu, ports, databases, backups, slots)
   values ('${ada}', 1, 2, 3, 4, 5, 6, 7) on conflict do nothing`,
  `insert into tickets.ticket (id, owner, subject, priority, request_key, search, created_at, updated_at)
   values (${uuid(6)}, '${ada}', 'It “lags”', 'high', ${uuid(7)}, '', ${now}, ${now})`,
  `insert into tickets.message (ticket_id, author, staff, body, request_key, created_at, released_at)
   values (${uuid(6)}, '${ada}', false, E'Line one\\nline two \\u2028 \\\\ "end"', ${uuid(8)}, ${now}, ${now})`,
  `insert into tickets.attachment (id, owner, ticket_id, message_id, name, kind, bytes, created_at)
   select ${uuid(9)}, '${ada}', ${uuid(6)}, id, 'latest.log', 'text', 12, ${now} from tickets.message`,
  `insert into tickets.event (ticket_id, actor, kind, before, after, at)
   values (${uuid(6)}, '${bob}', 'priority', 'low', 'high', ${now})`,
  `insert into payments.payment (reference, user_id, request_key, provider, currency, amount, tax, tax_rate, tax_name,
     coins, bonus, language, created_at, address, checkout)
   values (${uuid(10)}, '${ada}', ${uuid(11)}, 'test', 'EUR', 999, 100, 1900, 'VAT', 1000, 0, 'EN', ${now},
     'https://pay.example/address-that-pays', 'checkout-that-pays')`,
  `insert into payments.event (payment, provider, kind, reference, currency, amount, coins, source, at, recorded_at)
   select id, 'test', 'paid', 'ch_1', 'EUR', 999, 1000, 'webhook', ${now}, ${now} from payments.payment`,
  `insert into payments.document (public_id, payment, kind, number, event, currency, amount, tax, tax_rate, tax_name,
     coins, seller, buyer, note, issued_at)
   select ${uuid(12)}, payment, 'receipt', 'R-1', id, 'EUR', 999, 100, 1900, 'VAT', 1000, '{}', '{}', '', ${now}
   from payments.event`,
  `insert into redeem_codes.redeem_code (id, code, coins, uses, status, enabled)
   values (${uuid(13)}, 'welcome', 50, 9, 'enabled', true)`,
  `insert into redeem_codes.redemption (id, code_id, code, coins, user_id, request_key, balance)
   values (${uuid(14)}, ${uuid(13)}, 'welcome', 50, '${ada}', ${uuid(15)}, 50)`,
  `insert into referrals.code (user_id, code) values ('${ada}', 'adas-code')`,
  `insert into referrals.referral (referrer, referred, reward, reward_of_invited, created_at)
   values ('${ada}', '${bob}', 10, 5, ${now})`,
  `insert into announcements.announcement
     (id, title, summary, kind, status, audience, pinned, draft, location_ids, publish_at)
   values (${uuid(16)}, 'Maintenance', 'Tonight', 'incident', 'investigating', 'everyone', false, false, '[]', ${now})`,
  `insert into announcements.incident_update (id, announcement, status, text, created_at)
   values (${uuid(17)}, ${uuid(16)}, 'investigating', 'We look', ${now})`,
  `insert into mail_templates.template (id, plugin, kind, language, subject, body, created_at, updated_at)
   values (${uuid(18)}, 'auth', 'verify', 'EN', 'Hello', 'Welcome', ${now}, ${now})`,
  `insert into mail_templates.mass_mail (id, author, kind, audience, texts, request_key, created_at)
   values (${uuid(19)}, '${bob}', 'news', '{}', '[{}]', ${uuid(20)}, ${now})`,
  `insert into store.purchase (id, user_id, request_key, item, price, quantity, owned)
   values (${uuid(21)}, '${ada}', ${uuid(22)}, 'memory', 30, 1, 1)`,
  `insert into user_notes.note (user_id, author, text, created_at) values ('${ada}', '${bob}', 'Friendly', ${now})`,
  `insert into departments.department (id, name, description, opening_hours, enabled)
   values (${uuid(24)}, 'Billing', '', '{"timeZone":"UTC"}', true)`,
  `insert into locations.location (id, name, description, panel_location_id, node_ip, status, slots, vip_only)
   values (${uuid(2)}, 'Frankfurt', '', 90001, '203.0.113.9', 'online', 10, false)`,
  `insert into egg_categories.egg_category (id, name, description, panel_nest_id, enabled)
   values (${uuid(3)}, 'Minecraft', '', 90001, true)`,
  `insert into eggs.egg (id, name, description, category_id, panel_egg_id, enabled, vip_only)
   values (${uuid(4)}, 'Paper', '', ${uuid(3)}, 90001, true, false)`,
  `insert into redirect_links.redirect_link (id, name, target, enabled, in_sidebar, icon, "order")
   values (${uuid(23)}, 'discord', 'https://discord.example', true, false, 'link', 100)`,
  `insert into server_queue.build (id, owner, created_by, name, description, location_id, category_id, egg_id, memory, cpu,
     disk, databases, backups, allocations, ignore_limits, request_key)
   values (${uuid(40)}, '${ada}', '${ada}', 'Skyblock', '', ${uuid(2)}, ${uuid(3)}, ${uuid(4)}, 1024, 100, 2048, 1, 1, 1, false,
     ${uuid(41)})`,
  `insert into servers.plugin_grant (plugin, key, owner, days, at) values ('acme', 'gift-1', '${ada}', 3, ${now})`,
  `insert into profiles.profile (person, visible, findable, fields) values ('${ada}', true, false, '{servers}')
   on conflict do nothing`,
  `insert into notifications.preference (person, plugin, kind, email) values ('${ada}', 'tickets', 'reply', false)`,
  `insert into notifications.routine (person, quiet_from, quiet_to, discord_webhook)
   values ('${ada}', 22, 7, 'sealed-discord-address')`,
  `insert into image_reports.report (id, image, title, picture_id, hash, owner, reason, reported_at, last_reported_at)
   values (${uuid(42)}, 'aB3dE5gH7j', 'Logo', 'pic', repeat('a', 64), '${ada}', 'copyright', ${now}, ${now})`,
  `insert into image_reports.notice (report_id, receipt, reason, details, language, reporter, network, created_at)
   values (${uuid(42)}, 'IR-2222-2222', 'copyright', 'This one is mine.', 'EN', 'keyed', 'keyed', ${now})`,
  `insert into image_hosting.image (name, picture_id, owner, title, bytes, created_at)
   values ('aB3dE5gH7j', 'pic', '${ada}', 'Logo', 12, ${now})`,
  `insert into image_hosting.embed values ('${ada}', true, 'Site', '', 'Title', '', '#336699')`,
  `insert into images.image (id, name, picture_id, created_at) values (${uuid(43)}, 'Coins', 'pic', ${now})`,
  `insert into avatars.avatar (person, picture_id, created_at) values ('${ada}', 'pic', ${now})`,
  `insert into avatars.background (person, picture_id, created_at) values ('${ada}', 'pic', ${now})`,
  `insert into anti_abuse.hold (user_id, source, scope, key, kind, note, amount, total, recipients, signs, joins, created_at)
   values ('${ada}', 'referrals', 'referral', '1', 'referrals:invited', '', 5, 5, '[]', '["network"]', false, ${now})`,
  `insert into j4r_servers.j4r_server (id, name, description, server_id, invite_code, coins, locked)
   values (${uuid(44)}, 'Friends', '', '12345678901234567', 'abc', 5, false)`,
  `insert into j4r_servers.membership (user_id, server_id, coins, payable_at) values ('${ada}', '1', 5, ${now})`,
  `insert into tickets.canned_reply (id, name, en) values (${uuid(45)}, 'Hello', 'Hello')`,
  `insert into tickets.compensation (message_id, actor, coins, days, created_at)
   select id, '${bob}', 5, 0, ${now} from tickets.message`,
  `insert into tickets.saved_view (id, owner, name, search, filter, shared, created_at)
   values (${uuid(46)}, '${bob}', 'Mine', '', '', false, ${now})`,
  `insert into redeem_codes.batch (id, created_by, request, created_at) values (${uuid(47)}, '${bob}', '{}', ${now})`,
  `insert into redeem_codes.batch_code (code_id, batch) values (${uuid(13)}, ${uuid(47)})`,
  `insert into mail_templates.unsubscribed (user_id, created_at) values ('${ada}', ${now})`,
]

/** Values that must stay where they are, in the columns that the product keeps them in. */
const secrets = (ada: string): readonly string[] => [
  `insert into auth.credential values ('${ada}', 'hash-of-the-password', ${now})`,
  `insert into auth.totp (user_id, sealed_secret, session_id, started_at)
   values ('${ada}', 'sealed-second-factor', ${uuid(30)}, ${now})`,
  `insert into auth.recovery_code values ('${ada}', 'hash-of-a-recovery-code')`,
  `insert into auth.token (purpose, user_id, token_hash, expires_at)
   values ('reset', '${ada}', 'hash-of-a-reset-token', '2099-01-01')`,
  `update users.account set support_pin_hash = 'hash-of-the-pin', support_pin_sealed = 'sealed-support-pin',
     support_pin_expires_at = '2099-01-01' where id = '${ada}'`,
  `insert into image_hosting.upload_key (id, owner, name, hash, hint, created_at)
   values (${uuid(31)}, '${ada}', 'ShareX', 'hash-of-the-upload-key', 'sx_1', ${now})`,
  `insert into webhooks.webhook (id, name, address, events, enabled)
   values (${uuid(32)}, 'Discord', 'https://discord.example/api/webhooks/1/right-to-write', '["*"]', true)`,
  `insert into webhooks.secret (webhook_id, sealed) values (${uuid(32)}, 'sealed-webhook-secret')`,
  `insert into webhooks.plugin_address (id, plugin, mark, host, address, secret, used_at)
   values (${uuid(33)}, 'notes', 'mark', 'chat.example', 'sealed-plugin-address', 'sealed-plugin-secret', ${now})`,
]

export const SEEDED_SECRETS = [
  'hash-of-',
  'sealed-',
  'right-to-write',
  'address-that-pays',
  'checkout-that-pays',
  'ptla_panel-key',
]

/** Fills every table that an export is of, and those that none may be of. */
export async function fillTables({ pool, server }: TestServer, ada: string, bob: string): Promise<void> {
  for (const statement of [...statements(ada, bob), ...secrets(ada)])
    await pool.query(statement).catch((error: unknown) => {
      throw new Error(`refused: ${statement}`, { cause: error })
    })
  await server.core.settings.write({ pterodactyl_api_key: 'ptla_panel-key' })
}
