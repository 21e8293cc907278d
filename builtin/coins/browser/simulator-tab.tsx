import { readSimulationSettings, runSimulation } from '@spawnpoint/contracts/coins'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Empty, Skeleton } from '@spawnpoint/sdk/ui'
import { Activity, Play } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { SimulatorResult } from './simulator-result.tsx'
import { readDraft, SimulatorSettings, type Draft, type SimulationSetting } from './simulator-settings.tsx'

const Running = () => {
  const t = useT()
  return (
    <output aria-label={t('staff.simulator.running')} className="grid gap-4">
      <Skeleton shape="block" className="h-24" />
      <Skeleton shape="block" className="h-72" />
      <Skeleton shape="block" className="h-72" />
    </output>
  )
}

const Simulator = ({ settings }: { settings: readonly SimulationSetting[] }) => {
  const t = useT()
  const explain = useExplain()
  const [draft, setDraft] = useState<Draft>({})
  const run = useAction(runSimulation)
  const values = settings
    .filter(({ key }) => Object.hasOwn(draft, key))
    .map((setting) => [setting.key, readDraft(setting, draft[setting.key] ?? '')] as const)
  const isWrong = values.some(([, value]) => value === null)
  const start = () => {
    const changes: Record<string, number | boolean> = {}
    for (const [key, value] of values) if (value !== null) changes[key] = value
    run.mutate({ body: { changes } })
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card
        title={t('staff.simulator.settings')}
        description={t('staff.simulator.settingsHint')}
        footer={
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            loading={run.isPending}
            disabled={isWrong}
            onClick={start}
          >
            {t('staff.simulator.run')}
          </Button>
        }
      >
        <SimulatorSettings settings={settings} draft={draft} onDraft={setDraft} />
      </Card>
      <div className="grid min-w-0 gap-4">
        {run.isPending && <Running />}
        {run.isError && !run.isPending && <Alert tone="danger">{explain(run.error)}</Alert>}
        {run.isSuccess && <SimulatorResult result={run.data} />}
        {run.isIdle && (
          <Card>
            <Empty
              icon={<Activity />}
              title={t('staff.simulator.noResult')}
              text={t('staff.simulator.noResultText')}
            />
          </Card>
        )}
      </div>
    </div>
  )
}

/** Runs the rules of the instance ahead, as they are and with changed settings. */
export const SimulatorTab = () => {
  const query = useEndpoint(readSimulationSettings)
  return (
    <Loaded query={query} loading={<Skeleton shape="block" className="h-72" />}>
      {({ settings }) => <Simulator settings={settings} />}
    </Loaded>
  )
}
