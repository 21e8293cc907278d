import type { Diagnosis } from '@spawnpoint/contracts/tickets'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { KeyValue } from '@spawnpoint/sdk/ui'

const gigabytes = 1024

/** How a server was, as it is attached to a ticket. */
export const DiagnosisFacts = ({ diagnosis }: { diagnosis: Diagnosis }) => {
  const t = useT()
  const format = useFormat()
  const size = (megabytes: number) =>
    t('diagnosis.gigabytes', { amount: format.number(Math.round((megabytes / gigabytes) * 100) / 100) })
  const { status, panelState, problem, memory, disk, cpu, builtAt, expiresAt } = diagnosis
  const state = panelState && panelState !== 'ready' ? `panel.${panelState}` : `status.${status}`
  return (
    <KeyValue
      items={[
        { label: t('diagnosis.server'), value: `${diagnosis.name} (${diagnosis.identifier})` },
        { label: t('diagnosis.state'), value: t(`diagnosis.${state}`) },
        ...(problem ? [{ label: t('diagnosis.problem'), value: t(`diagnosis.problems.${problem}`) }] : []),
        { label: t('diagnosis.memory'), value: size(memory) },
        { label: t('diagnosis.disk'), value: size(disk) },
        { label: t('diagnosis.cpu'), value: format.percent(cpu / 100) },
        { label: t('diagnosis.builtAt'), value: format.dateTime(builtAt) },
        ...(expiresAt ? [{ label: t('diagnosis.expiresAt'), value: format.dateTime(expiresAt) }] : []),
        { label: t('diagnosis.at'), value: format.dateTime(diagnosis.at) },
      ]}
    />
  )
}
