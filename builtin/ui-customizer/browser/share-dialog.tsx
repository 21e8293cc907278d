import { saveFile, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Button, CopyButton, Dialog, TextArea } from '@spawnpoint/sdk/ui'
import { Download } from '@spawnpoint/sdk/ui/icons'
import { transitionOf } from './transition.ts'
import { writeCode, writeFile } from './settings-file.ts'

const download = (text: string): void =>
  saveFile('ui-settings.json', new Blob([text], { type: 'application/json' }))

/** The settings as a file and as a code. */
export default function ShareDialog({ close }: { close: () => void }) {
  const t = useT()
  const host = useHost()
  const settings = useStore(host.uiSettings)
  const transition = transitionOf(host)
  const code = writeCode(settings, transition)
  return (
    <Dialog
      open
      onClose={close}
      title={t('share.title')}
      description={t('share.text')}
      footer={
        <>
          <Button icon={<Download aria-hidden />} onClick={() => download(writeFile(settings, transition))}>
            {t('share.file')}
          </Button>
          <CopyButton value={code} label={t('share.copy')} />
        </>
      }
    >
      <TextArea label={t('share.code')} readOnly value={code} rows={4} className="font-mono break-all" />
    </Dialog>
  )
}
