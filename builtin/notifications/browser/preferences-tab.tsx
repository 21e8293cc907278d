import {
  changeNotificationPreference,
  readNotificationPreferences,
  readRoutine,
} from '@spawnpoint/contracts/notifications'
import { useExplain, useHost, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, Skeleton, Switch } from '@spawnpoint/sdk/ui'

import { DevicesCard } from './devices-card.tsx'
import { DiscordCard, TimesCard } from './routine-cards.tsx'

type Preferences = ReplyOf<typeof readNotificationPreferences>
type Change = NonNullable<CallOf<typeof changeNotificationPreference>['body']>

type Channel = 'inApp' | 'email' | 'push' | 'discord'

interface Reach {
  /** No browser and no Discord channel: nothing can be sent there. */
  readonly push: boolean
  readonly discord: boolean
}

const Matrix = ({ stored: { items, hasEmail }, reach }: { stored: Preferences; reach: Reach }) => {
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
  const channels: readonly { id: Channel; isOn: boolean }[] = [
    { id: 'inApp', isOn: true },
    { id: 'email', isOn: hasEmail },
    { id: 'push', isOn: reach.push },
    { id: 'discord', isOn: reach.discord },
  ]
  return (
    // Wider than a phone: it scrolls by itself, also with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
    <section className="overflow-x-auto" aria-label={t('preferences.title')} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="py-2 font-medium">
              {t('preferences.event')}
            </th>
            {channels.map(({ id }) => (
              <th key={id} scope="col" className="w-20 px-1 py-2 text-center font-medium">
                {t(`preferences.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ plugin, kind, ...stored }) => {
            const label = i18n.t(`notifications.${kind}.label`, { ns: plugin })
            // The switch moves at once; a refusal brings the stored choice back.
            const own = wanted?.plugin === plugin && wanted.kind === kind ? wanted : undefined
            return (
              <tr key={`${plugin} ${kind}`} className="border-t border-border">
                <th scope="row" className="min-w-28 py-3 pr-3 font-normal wrap-anywhere">
                  {label}
                  {stored.recent > 0 && (
                    <span className="block text-sm text-muted">
                      {t('preferences.recent', { count: stored.recent })}
                    </span>
                  )}
                </th>
                {channels.map(({ id, isOn }) => (
                  <td key={id} className="px-1 py-3">
                    <div className="flex justify-center">
                      {stored[id] === null ? (
                        <span className="text-muted" aria-label={t('preferences.none')}>
                          –
                        </span>
                      ) : (
                        <Switch
                          hideLabel
                          disabled={!isOn}
                          label={t(`preferences.${id}For`, { event: label })}
                          checked={own?.[id] ?? stored[id]}
                          onChange={({ target }) => change({ plugin, kind, [id]: target.checked })}
                        />
                      )}
                    </div>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** The account's tab: each kind of event by each channel, and when they may be used. */
export default function PreferencesTab() {
  const t = useT()
  const query = useEndpoint(readNotificationPreferences)
  const routine = useEndpoint(readRoutine)
  const reach = {
    push: (routine.data?.devices.length ?? 0) > 0,
    discord: routine.data?.hasDiscord ?? false,
  }
  return (
    <div className="grid gap-5">
      <Card title={t('preferences.title')} description={t('preferences.text')}>
        <Loaded query={query} loading={<Skeleton lines={8} />}>
          {(stored) => (
            <div className="flex flex-col gap-4">
              {!stored.hasEmail && <Alert tone="info">{t('preferences.noEmail')}</Alert>}
              <Matrix stored={stored} reach={reach} />
              <p className="sp-hint">{t('preferences.security')}</p>
            </div>
          )}
        </Loaded>
      </Card>
      <Loaded query={routine} loading={<Skeleton shape="block" className="h-96" />}>
        {(stored) => (
          <>
            <TimesCard stored={stored} />
            <DevicesCard stored={stored} />
            <DiscordCard stored={stored} />
          </>
        )}
      </Loaded>
    </div>
  )
}
