import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog } from '@spawnpoint/sdk/ui'
import { ConsentParts } from './consent-parts.tsx'
import { ConsentRisks } from './consent-risks.tsx'
import { NoBoot } from './package-isolation.tsx'
import { PackageRights } from './package-rights.tsx'
import type { ConsentAnswers } from './use-consent-answers.ts'

type Right = NonNullable<PluginView['rights']>[number]

const isOfServer = ({ kind, value }: Right): boolean =>
  ['tables', 'service', 'event'].includes(kind) || value.startsWith('server.')

/** Rights of a plugin that has something to draw. */
const drawn: readonly Right['kind'][] = ['page', 'adminPage', 'widget', 'slot', 'tab', 'boot']

/** Asks before a plugin of the plugins folder runs, and lists all that it asks for and brings. */
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
  const rights = plugin.rights ?? []
  const hasServer = rights.some(isOfServer)
  const hasPages = rights.some(({ kind }) => drawn.includes(kind))
  const hasBoot = rights.some(({ kind }) => kind === 'boot')
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
        <ConsentRisks
          rights={rights}
          server={hasServer ? server : null}
          browser={hasPages ? browser : null}
        />
        <PackageRights rights={rights} marksNew={false} isFramed={browser === 'frame'} />
        <ConsentParts plugin={plugin.id} rights={rights} answers={answers} />
        <ul className="grid list-disc gap-1 ps-5 text-sm">
          <li>{t(`isolation.${server}`)}</li>
          <li>{t(`isolation.${browser}`)}</li>
          {browser === 'frame' && hasBoot && <NoBoot canRun={false} />}
        </ul>
      </div>
    </Dialog>
  )
}
