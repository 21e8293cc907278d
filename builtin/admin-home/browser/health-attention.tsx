import { readOverview, readSchedules } from '@spawnpoint/contracts/admin-home'
import {
  joinSentences,
  useOpenPath,
  useT,
  type HomeAttention,
  type HomeAttentionProps,
} from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { useContext } from 'react'
import { CoveredChecks } from './covered-checks.ts'
import { useHealthPath, useHealthTexts, useJobName } from './staff-texts.ts'

const own = 'admin-home'

/** Health checks that are not well, and scheduled jobs that failed or are late. */
export default function HealthAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const to = useOpenPath()('health')
  const texts = useHealthTexts()
  const pathOf = useHealthPath()
  const jobName = useJobName()
  const covered = useContext(CoveredChecks)
  const { data: overview } = useEndpoint(readOverview, undefined, { refetchEvery: 60_000 })
  const { data: schedules } = useEndpoint(readSchedules, undefined, { refetchEvery: 60_000 })
  if (!overview || !schedules) return <Lines items={undefined} />
  const action = t('attention.details')
  // Jobs and plugins have lines of their own, which say more.
  const checks = overview.health
    .filter(({ status, plugin }) => status !== 'healthy' && plugin !== own)
    .filter(({ plugin, name }) => !covered.has(`${plugin}/${name}`))
    .map((line): HomeAttention => {
      const { name, detail, todo } = texts(line)
      const tone = line.status === 'unhealthy' ? 'danger' : 'warning'
      const path = pathOf(line)
      return {
        id: `health/${line.plugin}/${line.name}`,
        tone,
        title: name,
        text: joinSentences([detail, todo]),
        action: path === null ? action : t('attention.open'),
        to: path ?? to,
      }
    })
  const jobs = schedules.jobs
    .filter(({ state }) => state !== 'in-time')
    .map((job): HomeAttention => {
      const title = t(`attention.jobs.${job.state}`, { name: jobName(job) })
      return { id: `job/${job.plugin}/${job.name}`, tone: 'warning', title, action, to }
    })
  return <Lines items={[...checks, ...jobs]} />
}
