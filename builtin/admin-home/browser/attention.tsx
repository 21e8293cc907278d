import {
  Slot,
  useContributions,
  useT,
  type HomeAttention,
  type HomeAttentionProps,
} from '@spawnpoint/sdk/browser'
import { Card, LinkButton, Skeleton } from '@spawnpoint/sdk/ui'
import { CircleCheck, AlertTriangle } from '@spawnpoint/sdk/ui/icons'
import type { ComponentProps } from 'react'

const tones = { danger: 'text-danger', warning: 'text-warning' } as const

const Line = ({ title, text, tone, action, to }: HomeAttention) => (
  <li className="flex items-center gap-3 border-b border-border px-4 py-2.5 last:border-0">
    <AlertTriangle className={`size-4 flex-none ${tones[tone]}`} aria-hidden />
    <div className="min-w-0 flex-1 text-sm">
      <p className="font-medium">{title}</p>
      {text && <p className="text-xs break-words text-muted">{text}</p>}
    </div>
    {action && to && (
      <LinkButton size="sm" to={to} aria-label={`${action}: ${title}`}>
        {action}
      </LinkButton>
    )}
  </li>
)

const Lines = ({ items }: ComponentProps<HomeAttentionProps['Lines']>) =>
  items ? (
    items.map((item) => <Line key={item.id} {...item} />)
  ) : (
    <li className="border-b border-border px-4 py-3 last:border-0" aria-hidden="true">
      <Skeleton lines={2} />
    </li>
  )

/** Problems that staff should look at, contributed by the plugins that know them. */
export const Attention = () => {
  const t = useT()
  if (useContributions('slot', 'admin.home.attention').length === 0) return null
  return (
    <Card title={t('attention.title')} flush>
      <ul className="peer">
        <Slot name="admin.home.attention" Lines={Lines} />
      </ul>
      <p className="hidden items-center gap-2 px-4 py-3.5 text-sm text-muted peer-empty:flex">
        <CircleCheck className="size-4 text-success" aria-hidden />
        {t('attention.none')}
      </p>
    </Card>
  )
}
