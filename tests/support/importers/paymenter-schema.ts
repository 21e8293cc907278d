const t = (name: string, lines: readonly string[]) =>
  `CREATE TABLE \`${name}\` (\n  \`id\` bigint(20) unsigned NOT NULL AUTO_INCREMENT,\n${lines
    .map((line) => `  ${line},\n`)
    .join(
      '',
    )}  \`created_at\` timestamp NULL DEFAULT NULL,\n  \`updated_at\` timestamp NULL DEFAULT NULL,\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;\n`

/** Tables of Paymenter 1.5 as its migrations leave them. */
export const paymenterSchema: string = [
  t('users', [
    '`first_name` varchar(255) DEFAULT NULL',
    '`last_name` varchar(255) DEFAULT NULL',
    '`email` varchar(255) NOT NULL',
    '`role_id` bigint(20) unsigned DEFAULT NULL',
    '`email_verified_at` timestamp NULL DEFAULT NULL',
    '`password` varchar(255) NOT NULL',
    '`tfa_secret` text DEFAULT NULL',
  ]),
  t('credits', [
    '`user_id` bigint(20) unsigned NOT NULL',
    '`currency_code` varchar(3) NOT NULL',
    '`amount` decimal(17,2) NOT NULL',
  ]),
  t('services', [
    "`status` varchar(255) NOT NULL DEFAULT 'pending'",
    '`order_id` bigint(20) unsigned DEFAULT NULL',
    '`product_id` bigint(20) unsigned DEFAULT NULL',
    '`user_id` bigint(20) unsigned NOT NULL',
    '`currency_code` varchar(3) NOT NULL',
    '`quantity` int(11) NOT NULL DEFAULT 1',
    '`price` decimal(17,2) NOT NULL',
    '`plan_id` bigint(20) unsigned DEFAULT NULL',
    '`coupon_id` bigint(20) unsigned DEFAULT NULL',
    '`expires_at` datetime DEFAULT NULL',
    '`subscription_id` varchar(255) DEFAULT NULL',
    '`label` varchar(255) DEFAULT NULL',
  ]),
  t('tickets', [
    '`subject` varchar(255) NOT NULL',
    "`status` varchar(255) NOT NULL DEFAULT 'open'",
    "`priority` varchar(255) NOT NULL DEFAULT 'normal'",
    '`department` varchar(255) DEFAULT NULL',
    '`user_id` bigint(20) unsigned NOT NULL',
    '`assigned_to` bigint(20) unsigned DEFAULT NULL',
    '`service_id` bigint(20) unsigned DEFAULT NULL',
  ]),
  t('ticket_messages', [
    '`ticket_id` bigint(20) unsigned NOT NULL',
    '`user_id` bigint(20) unsigned NOT NULL',
    '`message` text NOT NULL',
    '`ticket_mail_log_id` bigint(20) unsigned DEFAULT NULL',
  ]),
  t('coupons', [
    '`type` varchar(255) NOT NULL',
    '`recurring` int(11) DEFAULT NULL',
    '`code` varchar(255) NOT NULL',
    '`value` decimal(17,2) DEFAULT NULL',
    '`max_uses` int(11) DEFAULT NULL',
    '`max_uses_per_user` int(11) DEFAULT NULL',
    '`starts_at` datetime DEFAULT NULL',
    '`expires_at` datetime DEFAULT NULL',
  ]),
].join('')
