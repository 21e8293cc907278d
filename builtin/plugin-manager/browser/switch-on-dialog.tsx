import type { PackageRightView, PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog } from '@spawnpoint/sdk/ui'
import { ConsentParts } from './consent-parts.tsx'
import { PackageRights } from './package-rights.tsx'
import type { ConsentAnswers } from './use-consent-answers.ts'

/** Capabilities that name what they reach. */
const named = [
  ['http.external:', 'host'],
  ['server.events:', 'event'],
  ['server.services:', 'service'],
] as const

const rightOf = (capability: string): PackageRightView => {
  const [prefix = '', kind = 'capability'] = named.find(([start]) => capability.startsWith(start)) ?? []
  return { kind, value: capability.slice(prefix.length), detail: null, isNew: false }
}

/** Asks before a plugin of the plugins folder runs, and lists what it may do. */
export const SwitchOnDialog = ({
  plugin,
  title,
  busy,
  answers,
  onClose,
  onConfirm,
}: {
  plugin: PluginView
  title: string
  busy: boolean
  answers: ConsentAnswers
  onClose: () => void
  onConfirm: () => void
}) => {
  const t = useT()
  const { server, browser } = plugin.isolation
  const rights = plugin.capabilities.map(rightOf)
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!busy}
      title={t('on.title', { name: title })}
      description={t('on.text')}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('install.cancel')}
          </Button>
          <Button variant="primary" loading={busy} disabled={!answers.isValid} onClick={onConfirm}>
            {t('on.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <PackageRights rights={rights} marksNew={false} />
        <ConsentParts plugin={plugin.id} rights={rights} answers={answers} />
        <ul className="grid list-disc gap-1 ps-5 text-sm">
          <li>{t(`isolation.${server}`)}</li>
          <li>{t(`isolation.${browser}`)}</li>
        </ul>
      </div>
    </Dialog>
  )
}
