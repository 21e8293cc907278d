import { defaultUiSettings, useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { classNames, Menu, Select } from '@spawnpoint/sdk/ui'
import { Download, RefreshCw, Upload } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense, useState } from 'react'
import { moveSettings } from './keep-settings.ts'
import { panel, type Scope } from './panel-store.ts'
import { setTransition, transitionOf } from './transition.ts'

const ShareDialog = lazy(() => import('./share-dialog.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

const ScopeChoice = () => {
  const t = useT()
  const host = useHost()
  const { scope, saving, isReady } = useStore(panel)
  const person = useSession(({ user }) => String(user['uuid'] ?? ''))
  const choose = (next: Scope) => void moveSettings(host, person, next)
  return (
    <div className="min-w-0 flex-1">
      <Select
        label={t('scope.label')}
        hideLabel
        options={(['account', 'device'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
        value={scope}
        disabled={!isReady}
        onChange={(event) => choose(event.target.value === 'device' ? 'device' : 'account')}
      />
      <output className="sp-hint block pt-1">{t(`saving.${saving}`)}</output>
    </div>
  )
}

/** Where changes are kept, and what can be done with all of them. */
export const CustomizationActions = ({ className = '' }: { className?: string }) => {
  const t = useT()
  const host = useHost()
  const [shown, setShown] = useState<'share' | 'import' | null>(null)
  const close = () => setShown(null)
  const reset = async () => {
    const question = {
      title: t('reset.question'),
      text: t('reset.text'),
      confirmLabel: t('reset.all'),
      cancelLabel: t('cancel'),
    }
    if (!(await host.notify.dialog(question))) return
    const { theme, singleKeyShortcuts } = host.uiSettings.getState()
    host.uiSettings.setState({ ...defaultUiSettings, theme, singleKeyShortcuts })
    if (transitionOf(host) !== 'fade') setTransition(host, 'fade')
  }
  return (
    <footer className={classNames('flex items-start gap-2 border-t border-border py-3', className)}>
      <ScopeChoice />
      <Menu
        label={t('more')}
        items={[
          { id: 'share', label: t('share.open'), icon: <Download />, onSelect: () => setShown('share') },
          { id: 'import', label: t('import.open'), icon: <Upload />, onSelect: () => setShown('import') },
          { id: 'line', separator: true },
          { id: 'reset', label: t('reset.all'), icon: <RefreshCw />, onSelect: () => void reset() },
        ]}
      >
        {t('more')}
      </Menu>
      <Suspense fallback={null}>
        {shown === 'share' && <ShareDialog close={close} />}
        {shown === 'import' && <ImportDialog close={close} />}
      </Suspense>
    </footer>
  )
}
