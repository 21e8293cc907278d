import { attachFile } from '@spawnpoint/contracts/tickets'
import { saveFile, sendFile, useFlag, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Code, Dialog } from '@spawnpoint/sdk/ui'
import { Download, Ticket } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { writeRecording } from './recording.ts'

const NAME = 'recording.json'

/** Shows the recording before it is shared, and shares it. */
export const RecordingDialog = ({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) => {
  const t = useT()
  const host = useHost()
  const hasTickets = useFlag('allow_tickets')
  const routes = useStore(host.routes)
  const [text] = useState(() =>
    writeRecording(host, {
      now: host.clock.now(),
      userAgent: navigator.userAgent,
      width: innerWidth,
      height: innerHeight,
    }),
  )
  const [state, setState] = useState<'ready' | 'sending' | { problem: string }>('ready')
  const file = () => new File([text], NAME, { type: 'application/json' })
  const newTicket = routes.find(({ plugin, id }) => plugin === 'tickets' && id === 'ticket-create')
  const attach = async (path: string) => {
    setState('sending')
    try {
      await sendFile(attachFile, { file: file() })
      onLeave()
      host.navigate(path)
    } catch (error) {
      setState({ problem: host.explain('tickets', error) })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recording.title')}
      description={t('recording.text')}
      size="lg"
      footer={
        <>
          <Button icon={<Download aria-hidden />} onClick={() => saveFile(NAME, file())}>
            {t('recording.save')}
          </Button>
          {newTicket && hasTickets && (
            <Button
              variant="primary"
              icon={<Ticket aria-hidden />}
              loading={state === 'sending'}
              onClick={() => void attach(newTicket.path)}
            >
              {t('recording.attach')}
            </Button>
          )}
        </>
      }
    >
      {typeof state === 'object' && <Alert tone="danger" title={state.problem} />}
      <div className="max-h-[40dvh] overflow-auto">
        <Code block>{text}</Code>
      </div>
    </Dialog>
  )
}
