import { addDevice, readRoutine, removeDevice } from '@spawnpoint/contracts/notifications'
import { useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card } from '@spawnpoint/sdk/ui'
import { Bell } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import type { Routine } from './use-routine.ts'

interface Subscription {
  readonly endpoint: string
  getKey(name: 'p256dh' | 'auth'): ArrayBuffer | null
}

/** Declarative web push: the browser itself shows the message, so no worker of ours runs. */
interface DeclarativePush {
  subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<Subscription>
}

const pushManager = (): DeclarativePush | null =>
  'pushManager' in window ? (window.pushManager as DeclarativePush) : null

const encode = (buffer: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A name by which a person recognizes the browser. */
const labelOfHere = () => {
  const system = ['iPhone', 'iPad', 'Android', 'Mac', 'Windows', 'Linux'].find((name) =>
    navigator.userAgent.includes(name),
  )
  const browser = ['Firefox', 'Edg', 'Chrome', 'Safari'].find((name) => navigator.userAgent.includes(name))
  return [browser === 'Edg' ? 'Edge' : browser, system].filter(Boolean).join(' · ') || 'Browser'
}

/** Browsers that show notifications while no page is open. */
export const DevicesCard = ({ stored: { devices, pushKey } }: { stored: Routine }) => {
  const t = useT()
  const host = useHost()
  const format = useFormat()
  const explain = useExplain()
  const [isAsking, setAsking] = useState(false)
  const onReply = (
    reply: Routine,
    cache: { update: (call: typeof readRoutine, next: () => Routine) => void },
  ) => cache.update(readRoutine, () => reply)
  const add = useAction(addDevice, { onReply })
  const remove = useAction(removeDevice, { onReply })
  const manager = pushManager()
  const turnOn = async () => {
    if (!manager || isAsking) return
    setAsking(true)
    try {
      const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
      const keys = { publicKey: encode(made.getKey('p256dh')), auth: encode(made.getKey('auth')) }
      await add.mutateAsync({ body: { endpoint: made.endpoint, ...keys, label: labelOfHere() } })
    } catch (error) {
      const isRefused = error instanceof DOMException
      host.notify.toast({ title: isRefused ? t('devices.refused') : explain(error), tone: 'danger' })
    } finally {
      setAsking(false)
    }
  }
  return (
    <Card title={t('devices.title')} description={t('devices.text')}>
      <div className="grid gap-3">
        {devices.length > 0 && (
          <ul className="grid gap-2">
            {devices.map(({ id, label, createdAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  {label} <span className="text-muted">· {format.date(createdAt)}</span>
                </span>
                <Button
                  size="sm"
                  loading={remove.isPending}
                  onClick={() => remove.mutate({ params: { id } })}
                >
                  {t('devices.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {manager ? (
          <div>
            <Button icon={<Bell aria-hidden />} loading={isAsking} onClick={() => void turnOn()}>
              {t('devices.add')}
            </Button>
          </div>
        ) : (
          <Alert tone="info">{t('devices.unable')}</Alert>
        )}
      </div>
    </Card>
  )
}
