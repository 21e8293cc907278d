import type { MassMail } from '@spawnpoint/contracts/mail-templates'
import { useT } from '@spawnpoint/sdk/browser'
import { Status } from '@spawnpoint/sdk/ui'

const tones = { gathering: 'info', sending: 'info', stopped: 'warning', done: 'success' } as const

export const MassMailState = ({ state }: { state: MassMail['state'] }) => {
  const t = useT()
  return <Status tone={tones[state]}>{t(`massMails.states.${state}`)}</Status>
}

/** The audience of an email to many users, in words. */
export const useAudienceText = () => {
  const t = useT()
  return ({ audience, role }: Pick<MassMail, 'audience' | 'role'>): string => {
    if (audience.kind === 'role') return t('massMails.audiences.roleOf', { role: role ?? '–' })
    if (audience.kind === 'inactive') return t('massMails.audiences.inactiveFor', { count: audience.days })
    return t(`massMails.audiences.${audience.kind}`)
  }
}
