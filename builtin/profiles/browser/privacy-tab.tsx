import { changePrivacy, readPrivacy } from '@spawnpoint/contracts/profiles'
import { useExplain, useHost, useOpenPath, useSession, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Skeleton, Switch, TextLink } from '@spawnpoint/sdk/ui'
import { MinecraftCard } from './minecraft-card.tsx'

type Privacy = ReplyOf<typeof readPrivacy>
type Choice = Omit<Privacy, 'offered' | 'minecraftName'>

const Switches = ({ privacy: { offered, minecraftName: _name, ...chosen } }: { privacy: Privacy }) => {
  const t = useT()
  const { i18n } = useTranslation()
  const host = useHost()
  const explain = useExplain()
  const change = useAction(changePrivacy, { refreshes: [readPrivacy] })
  // The switch moves at once; a refusal brings the stored choice back.
  const { visible, findable, fields } = change.isPending ? (change.variables.body ?? chosen) : chosen
  const save = async (changes: Partial<Choice>) => {
    try {
      await change.mutateAsync({ body: { visible, findable, fields, ...changes } })
      host.notify.toast({ title: t('privacy.saved'), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <div className="sp-form">
      <Switch
        disabled={change.isPending}
        label={t('privacy.visible')}
        hint={t('privacy.visibleHint')}
        checked={visible}
        onChange={({ target }) => void save({ visible: target.checked })}
      />
      <Switch
        disabled={change.isPending || !visible}
        label={t('privacy.findable')}
        hint={t('privacy.findableHint')}
        checked={findable && visible}
        onChange={({ target }) => void save({ findable: target.checked })}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">{t('privacy.fields')}</legend>
        {offered.map(({ id, plugin }) => (
          <Switch
            key={id}
            disabled={change.isPending || !visible}
            label={i18n.t(`profile.${id}`, { ns: plugin })}
            checked={fields.includes(id)}
            onChange={({ target }) =>
              void save({ fields: target.checked ? [...fields, id] : fields.filter((field) => field !== id) })
            }
          />
        ))}
      </fieldset>
    </div>
  )
}

/** The choice of what others see of the visitor, in the account. */
export default function PrivacyTab() {
  const t = useT()
  const query = useEndpoint(readPrivacy)
  const uuid = useSession(({ user }) => user['uuid'])
  const profile = useOpenPath()('profile', { uuid: String(uuid) })
  return (
    <div className="grid gap-4">
      <Card title={t('privacy.title')} description={t('privacy.description')}>
        <Loaded query={query} loading={<Skeleton lines={6} />}>
          {(privacy) => <Switches privacy={privacy} />}
        </Loaded>
        {profile && (
          <p className="mt-4">
            <TextLink to={profile}>{t('privacy.preview')}</TextLink>
          </p>
        )}
      </Card>
      {query.data && <MinecraftCard name={query.data.minecraftName} />}
    </div>
  )
}
