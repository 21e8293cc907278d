import {
  changeNotificationPreference,
  readNotificationPreferences,
} from '@spawnpoint/contracts/notifications'
import { useExplain, useHost, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Skeleton, Switch } from '@spawnpoint/sdk/ui'

type Preferences = ReplyOf<typeof readNotificationPreferences>
type Change = NonNullable<CallOf<typeof changeNotificationPreference>['body']>

const Matrix = ({ stored: { items, hasEmail } }: { stored: Preferences }) => {
  const t = useT()
  const { i18n } = useTranslation()
  const host = useHost()
  const explain = useExplain()
  const { mutate, isPending, variables } = useAction(changeNotificationPreference, {
    onReply: (reply, cache) => cache.update(readNotificationPreferences, () => reply),
  })
  const change = (body: Change) =>
    mutate({ body }, { onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }) })
  const wanted = isPending ? variables.body : undefined
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="py-2 font-medium">
            {t('preferences.event')}
          </th>
          <th scope="col" className="w-24 py-2 text-center font-medium">
            {t('preferences.inApp')}
          </th>
          <th scope="col" className="w-24 py-2 text-center font-medium">
            {t('preferences.email')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ plugin, kind, inApp, email }) => {
          const label = i18n.t(`notifications.${kind}.label`, { ns: plugin })
          // The switch moves at once; a refusal brings the stored choice back.
          const own = wanted?.plugin === plugin && wanted.kind === kind ? wanted : undefined
          return (
            <tr key={`${plugin} ${kind}`} className="border-t border-border">
              <th scope="row" className="py-3 pr-3 font-normal wrap-anywhere">
                {label}
              </th>
              <td className="py-3">
                <div className="flex justify-center">
                  <Switch
                    hideLabel
                    label={t('preferences.inAppFor', { event: label })}
                    checked={own?.inApp ?? inApp}
                    onChange={({ target }) => change({ plugin, kind, inApp: target.checked })}
                  />
                </div>
              </td>
              <td className="py-3">
                <div className="flex justify-center">
                  {email === null ? (
                    <span className="text-muted" aria-label={t('preferences.none')}>
                      –
                    </span>
                  ) : (
                    <Switch
                      hideLabel
                      disabled={!hasEmail}
                      label={t('preferences.emailFor', { event: label })}
                      checked={own?.email ?? email}
                      onChange={({ target }) => change({ plugin, kind, email: target.checked })}
                    />
                  )}
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The account's tab: each kind of event, in the dashboard and by email. */
export default function PreferencesTab() {
  const t = useT()
  const query = useEndpoint(readNotificationPreferences)
  return (
    <Card title={t('preferences.title')} description={t('preferences.text')}>
      <Loaded query={query} loading={<Skeleton lines={8} />}>
        {(stored) => (
          <div className="flex flex-col gap-4">
            {!stored.hasEmail && <Alert tone="info">{t('preferences.noEmail')}</Alert>}
            <Matrix stored={stored} />
            <p className="sp-hint">{t('preferences.security')}</p>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
