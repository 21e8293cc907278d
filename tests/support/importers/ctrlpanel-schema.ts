/** Tables of CtrlPanel 1.2 as its migrations leave them, with the column of credits as it was before and is since April 2025. */
export const ctrlpanelSchema = (credits: 'bigint' | 'decimal' = 'bigint'): string => {
  const type = credits === 'bigint' ? 'bigint(20)' : 'decimal(15,4)'
  return `
CREATE TABLE \`users\` (
  \`id\` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  \`name\` varchar(255) NOT NULL,
  \`credits\` ${type} NOT NULL DEFAULT 0,
  \`server_limit\` int(10) unsigned NOT NULL DEFAULT 1,
  \`pterodactyl_id\` varchar(255) DEFAULT NULL,
  \`avatar\` longtext DEFAULT NULL,
  \`email\` varchar(255) NOT NULL,
  \`email_verified_at\` timestamp NULL DEFAULT NULL,
  \`password\` varchar(255) NOT NULL,
  \`remember_token\` varchar(100) DEFAULT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  \`ip\` varchar(255) DEFAULT NULL,
  \`last_seen\` datetime DEFAULT NULL,
  \`discord_verified_at\` datetime DEFAULT NULL,
  \`suspended\` tinyint(1) NOT NULL DEFAULT 0,
  \`referral_code\` varchar(255) DEFAULT NULL,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE \`servers\` (
  \`id\` varchar(64) NOT NULL,
  \`name\` varchar(255) NOT NULL,
  \`description\` text DEFAULT NULL,
  \`suspended\` datetime DEFAULT NULL,
  \`identifier\` varchar(255) DEFAULT NULL,
  \`status\` varchar(255) NOT NULL DEFAULT 'active',
  \`pterodactyl_id\` int(11) DEFAULT NULL,
  \`user_id\` bigint(20) unsigned NOT NULL,
  \`product_id\` char(36) NOT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  \`last_billed\` datetime DEFAULT NULL,
  \`canceled\` datetime DEFAULT NULL,
  PRIMARY KEY (\`id\`),
  KEY \`servers_status_index\` (\`status\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE \`ticket_categories\` (
  \`id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`name\` varchar(255) NOT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE \`tickets\` (
  \`id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`user_id\` int(10) unsigned NOT NULL,
  \`ticketcategory_id\` int(10) unsigned NOT NULL,
  \`ticket_id\` varchar(255) NOT NULL,
  \`title\` varchar(255) NOT NULL,
  \`priority\` varchar(255) NOT NULL,
  \`message\` text NOT NULL,
  \`status\` varchar(255) NOT NULL,
  \`server\` varchar(255) DEFAULT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`tickets_ticket_id_unique\` (\`ticket_id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE \`ticket_comments\` (
  \`id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`ticket_id\` int(10) unsigned NOT NULL,
  \`user_id\` int(10) unsigned NOT NULL,
  \`ticketcomment\` text NOT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE \`vouchers\` (
  \`id\` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  \`code\` varchar(36) NOT NULL,
  \`memo\` varchar(255) DEFAULT NULL,
  \`credits\` ${type} NOT NULL,
  \`uses\` int(10) unsigned NOT NULL DEFAULT 1,
  \`expires_at\` timestamp NULL DEFAULT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`vouchers_code_unique\` (\`code\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE \`user_voucher\` (
  \`user_id\` bigint(20) unsigned NOT NULL,
  \`voucher_id\` bigint(20) unsigned NOT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  KEY \`user_voucher_voucher_id_foreign\` (\`voucher_id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE \`user_referrals\` (
  \`referral_id\` bigint(20) unsigned NOT NULL,
  \`registered_user_id\` bigint(20) unsigned NOT NULL,
  \`created_at\` timestamp NULL DEFAULT NULL,
  \`updated_at\` timestamp NULL DEFAULT NULL,
  KEY \`user_referrals_referral_id_foreign\` (\`referral_id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
`
}
