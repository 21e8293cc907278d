import type { ReportRow } from '@spawnpoint/contracts/image-reports'
import { useT } from '@spawnpoint/sdk/browser'
import { Status, type Tone } from '@spawnpoint/sdk/ui'

const tones: Readonly<Record<string, Tone>> = {
  pending: 'warning',
  reviewed: 'info',
  resolved: 'danger',
  dismissed: 'neutral',
  appealed: 'warning',
}

/** The state of a report, in the list and on its own page. */
export const ReportStatus = ({ report }: { report: Pick<ReportRow, 'status' | 'appealed'> }) => {
  const t = useT()
  const state = report.appealed && report.status === 'resolved' ? 'appealed' : report.status
  return <Status tone={tones[state] ?? 'neutral'}>{t(`states.${state}`)}</Status>
}
