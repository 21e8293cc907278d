import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Dialog, FileDrop, readThemeBase, TextArea } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { mergeSettings, readSettings, type Refusal } from './settings-file.ts'
import { setTransition } from './transition.ts'

const most = 100_000
const mostShown = 8

const Refusals = ({ refused }: { refused: readonly Refusal[] }) => {
  const t = useT()
  const { number } = useFormat()
  const said = ({ reason, values }: Refusal) =>
    t(`import.reasons.${reason}`, {
      ...values,
      ...(reason === 'contrast' && { ratio: number(Number(values['ratio'])) }),
    })
  return (
    <Alert tone="danger" title={t('import.refused')}>
      <ul className="grid gap-1">
        {refused.slice(0, mostShown).map((each) => (
          <li key={`${each.field} ${each.reason}`}>
            {each.field && <code>{each.field}</code>} {said(each)}
          </li>
        ))}
        {refused.length > mostShown && <li>{t('import.more', { count: refused.length - mostShown })}</li>}
      </ul>
    </Alert>
  )
}

/** Takes settings from a code or a file: all of them, or none and the reasons. */
export default function ImportDialog({ close }: { close: () => void }) {
  const t = useT()
  const host = useHost()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const take = (given: string) => {
    const read = readSettings(given, readThemeBase())
    if ('refused' in read) return setRefused(read.refused)
    const { settings, transition } = read.file
    host.uiSettings.setState(mergeSettings(settings))
    if (transition) setTransition(host, transition)
    host.notify.toast({ title: t('import.done'), tone: 'success' })
    close()
  }
  const open = async ([file]: readonly File[]) => {
    if (!file) return
    if (file.size > most) return setRefused([{ field: '', reason: 'json', values: {} }])
    take(await file.text())
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('import.title')}
      description={t('import.text')}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button variant="primary" disabled={text.trim() === ''} onClick={() => take(text)}>
            {t('import.apply')}
          </Button>
        </>
      }
    >
      {refused.length > 0 && <Refusals refused={refused} />}
      <TextArea
        label={t('import.code')}
        rows={4}
        className="font-mono break-all"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FileDrop
        label={t('import.file')}
        button={t('import.choose')}
        accept="application/json,.json"
        onFiles={(files) => void open(files)}
      />
    </Dialog>
  )
}
