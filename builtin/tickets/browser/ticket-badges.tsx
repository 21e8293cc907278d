import type { TicketPriority, TicketStatus } from '@spawnpoint/contracts/tickets'
import { useT } from '@spawnpoint/sdk/browser'
import { Badge, Status, type Tone } from '@spawnpoint/sdk/ui'
import { Clock } from '@spawnpoint/sdk/ui/icons'

const tones: Readonly<Record<TicketStatus, Tone>> = {
  open: 'info',
  inprogress: 'accent',
  waiting: 'warning',
  replied: 'success',
  closed: 'neutral',
}

/** `view`: what a status means to the customer, or to staff. */
export const StatusBadge = ({ status, view }: { status: TicketStatus; view: 'own' | 'desk' }) => {
  const t = useT()
  return <Status tone={tones[status]}>{t(`status.${view}.${status}`)}</Status>
}

/** Stands for the status of a ticket that has left the queue for a time. */
export const SnoozedBadge = () => {
  const t = useT()
  return <Badge icon={<Clock aria-hidden />}>{t('snooze.badge')}</Badge>
}

const priorityTones: Readonly<Record<TicketPriority, Tone>> = {
  low: 'neutral',
  medium: 'neutral',
  high: 'warning',
  urgent: 'danger',
}

export const PriorityBadge = ({ priority }: { priority: TicketPriority }) => {
  const t = useT()
  return <Badge tone={priorityTones[priority]}>{t(`priority.${priority}`)}</Badge>
}

/** Name of a department, also of one that is deleted. */
export const useDepartmentName = () => {
  const t = useT()
  return (department: { readonly name: string | null } | null): string =>
    department === null ? '–' : (department.name ?? t('deletedDepartment'))
}
