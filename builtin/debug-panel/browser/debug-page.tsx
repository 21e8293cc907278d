import { useT } from '@spawnpoint/sdk/browser'
import { Button, Card, Page } from '@spawnpoint/sdk/ui'
import { FileText } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { DebugTabs } from './debug-panel.tsx'
import { RecordingDialog } from './recording-dialog.tsx'

/** The debug panel as a page: for a phone, which has no Ctrl+I, and for more room. */
export default function DebugPage() {
  const t = useT()
  const [isRecording, setRecording] = useState(false)
  const close = () => setRecording(false)
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <Button icon={<FileText aria-hidden />} onClick={() => setRecording(true)}>
          {t('recording.open')}
        </Button>
      }
    >
      <Card>
        <DebugTabs />
      </Card>
      {isRecording && <RecordingDialog onClose={close} onLeave={close} />}
    </Page>
  )
}
