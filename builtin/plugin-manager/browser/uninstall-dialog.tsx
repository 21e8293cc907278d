import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Dialog } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { staysInMemory, type Uninstall } from './use-uninstall.ts'

const choices = ['keep', 'remove'] as const
type Choice = (typeof choices)[number]

const Choices = ({ value, onChange }: { value: Choice; onChange: (value: Choice) => void }) => {
  const t = useT()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t('uninstall.data')}</legend>
      {choices.map((each) => (
        <div key={each} className="grid grid-cols-[auto_1fr] gap-x-3">
          <input
            type="radio"
            id={`uninstall-${each}`}
            name="uninstall-data"
            className="mt-1"
            aria-describedby={`uninstall-${each}-hint`}
            checked={value === each}
            onChange={() => onChange(each)}
          />
          <label htmlFor={`uninstall-${each}`} className="cursor-pointer">
            {t(`uninstall.${each}`)}
          </label>
          <span id={`uninstall-${each}-hint`} className="col-start-2 text-sm text-muted">
            {t(`uninstall.${each}Hint`)}
          </span>
        </div>
      ))}
    </fieldset>
  )
}

const OpenUninstall = ({
  plugin,
  uninstall,
  nameOf,
}: {
  plugin: PluginView
  uninstall: Uninstall
  nameOf: (id: string) => string
}) => {
  const t = useT()
  // A plugin that was removed but kept its data can only lose that data.
  const [data, setData] = useState<Choice>(plugin.isLeftover ? 'remove' : 'keep')
  const { busy, failure, cancel, confirm } = uninstall
  return (
    <Dialog
      open
      onClose={cancel}
      dismissable={!busy}
      title={t('uninstall.title', { name: nameOf(plugin.id) })}
      description={t('uninstall.text')}
      footer={
        <>
          <Button onClick={cancel} disabled={busy}>
            {t('install.cancel')}
          </Button>
          <Button variant="danger" loading={busy} onClick={() => confirm(data)}>
            {t(data === 'keep' ? 'uninstall.confirm' : 'uninstall.confirmData')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {plugin.dependants.length > 0 && (
          <Alert tone="warning">
            {t('off.textWith', { names: plugin.dependants.map(nameOf).join(', ') })}
          </Alert>
        )}
        {staysInMemory(plugin) && <Alert tone="warning">{t('uninstall.restart')}</Alert>}
        {plugin.isLeftover ? <p>{t('uninstall.leftover')}</p> : <Choices value={data} onChange={setData} />}
      </div>
    </Dialog>
  )
}

/** Asks what shall become of the data. */
export const UninstallDialog = ({
  uninstall,
  nameOf,
}: {
  uninstall: Uninstall
  nameOf: (id: string) => string
}) => uninstall.asked && <OpenUninstall plugin={uninstall.asked} {...{ uninstall, nameOf }} />
