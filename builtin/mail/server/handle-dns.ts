import { checkDns, mailSettings, smtpPresets } from '@spawnpoint/contracts/mail'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { answer, requireReauthentication, Sessions, Settings } from '@spawnpoint/sdk/server'
import { lookUpSender, senderDomain } from './check-dns.ts'

export const handleCheckDns = answer(
  checkDns,
  { settings: Settings, sessions: Sessions },
  async ({ actor, body, fail, settings, sessions }) => {
    const stored = settings.read(mailSettings)
    const { smtp_from = stored.smtp_from, smtp_host = stored.smtp_host } = body.values ?? {}
    const domain = senderDomain(smtp_from)
    // Another domain makes this machine ask somebody else's name server: as with a test email, root alone may.
    if (domain !== senderDomain(stored.smtp_from)) {
      if (!actor.can(ROOT_PERMISSION)) throw fail('MAIL_TEST_ROOT')
      await requireReauthentication(sessions, actor)
    }
    if (domain === null) throw fail('MAIL_NO_SENDER')
    const preset = smtpPresets.find((each) => each.smtp_host === smtp_host)
    const selector = body.selector ?? preset?.selector
    return {
      domain,
      records: [...(await lookUpSender({ domain, host: smtp_host, selector }))],
    }
  },
)
