import { defineSettings, keptDays, type SettingValues } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const encryptions = ['starttls', 'tls', 'none'] as const
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\r\n]*$/)

export const mailSettings = defineSettings({
  smtp_enabled: { schema: z.boolean(), default: false, audience: 'public', group: 'mail' },
  smtp_host: { schema: oneLine(253), default: '', audience: 'server', group: 'mail', destination: true },
  smtp_port: {
    schema: z.number().int().min(1).max(65_535),
    default: 587,
    audience: 'server',
    group: 'mail',
    destination: true,
  },
  smtp_encryption: {
    schema: z.enum(encryptions),
    default: 'starttls',
    audience: 'server',
    group: 'mail',
    options: encryptions,
    destination: true,
  },
  smtp_user: { schema: oneLine(320), default: '', audience: 'server', group: 'mail' },
  smtp_pass: { schema: z.string().max(500), default: '', audience: 'secret', group: 'mail' },
  mail_keep_days: keptDays(180),
  smtp_from: { schema: oneLine(320), default: '', audience: 'server', group: 'mail' },
})

type MailSettings = Pick<SettingValues<typeof mailSettings>, 'smtp_enabled' | 'smtp_host' | 'smtp_from'>

export const isMailConfigured = ({ smtp_enabled, smtp_host, smtp_from }: MailSettings): boolean =>
  smtp_enabled && smtp_host !== '' && smtp_from !== ''

/**
 * `down`: a mail server is configured, but the mail plugin does not run. Whatever needs a confirmed address has to wait
 * then: treating it as `off` would let anyone register under any address.
 */
export const mailStateOf = (settings: MailSettings, isRunning: boolean): 'on' | 'off' | 'down' => {
  if (!isMailConfigured(settings)) return 'off'
  return isRunning ? 'on' : 'down'
}
