import { testPanel } from '@spawnpoint/contracts/panel'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { Button, Status } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

const names = { baseUrl: 'pterodactyl_base_url', apiKey: 'pterodactyl_api_key', dialect: 'panel_dialect' }

/** Tests the connection with the values of the form, saved or not. */
const TestConnection = ({ edits }: { edits: Readonly<Record<string, unknown>> }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const [isTesting, setTesting] = useState(false)
  const [outcome, setOutcome] = useState<{ readonly ok: boolean; readonly text: string } | null>(null)
  const test = async () => {
    const body = Object.fromEntries(
      Object.entries(names).flatMap(([name, key]) => (key in edits ? [[name, edits[key]]] : [])),
    )
    setTesting(true)
    setOutcome(null)
    try {
      const { ok, problem, detail } = await reauthenticate(() => host.call(testPanel, { body }))
      setOutcome({ ok, text: problem ? `${t(`test.${problem}`)} ${detail}`.trim() : t('test.works') })
    } catch (error) {
      setOutcome({ ok: false, text: explain(error) })
    }
    setTesting(false)
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2" aria-live="polite">
      <Button loading={isTesting} onClick={() => void test()}>
        {t('test.button')}
      </Button>
      {outcome && <Status tone={outcome.ok ? 'success' : 'danger'}>{outcome.text}</Status>}
    </div>
  )
}

export default TestConnection
