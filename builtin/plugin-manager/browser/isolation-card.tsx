import {
  changePluginIsolation,
  readPluginConfig,
  type PluginView,
} from '@spawnpoint/contracts/plugin-manager'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { PackageIsolation, type IsolationChoice } from './package-isolation.tsx'

const nowOf = ({ isolation }: PluginView): IsolationChoice => ({
  isolated: isolation.browser === 'frame',
  inProcess: isolation.server === 'process',
})

/** Lets staff change where an installed plugin runs, in the words of its consent. */
export const IsolationCard = ({ plugin }: { plugin: PluginView }) => {
  const t = useT()
  const { notify } = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const action = useAction(changePluginIsolation, { refreshes: [readPluginConfig] })
  const now = nowOf(plugin)
  const [choice, setChoice] = useState(now)
  const { isolationOptions: options } = plugin
  if (!options) return null
  const isChanged = choice.isolated !== now.isolated || choice.inProcess !== now.inProcess
  const save = async () => {
    try {
      await reauthenticate(() => action.mutateAsync({ params: { id: plugin.id }, body: choice }))
      notify.toast({ title: t('isolation.changed'), tone: 'success' })
    } catch {
      // It stands in the card.
    }
  }
  return (
    <Card title={t('isolation.title')}>
      <div className="grid gap-4">
        <PackageIsolation isolation={options} choice={choice} onChoose={setChoice} hasTitle={false} />
        {action.error && <Alert tone="danger">{explain(action.error)}</Alert>}
        {isChanged && (
          <div className="grid justify-items-end gap-2">
            <p className="justify-self-start text-sm text-muted">{t('isolation.restarts')}</p>
            <Button variant="primary" loading={action.isPending} onClick={() => void save()}>
              {t('isolation.change')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
