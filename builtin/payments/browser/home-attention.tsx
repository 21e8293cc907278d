import { readPaymentFigures } from '@spawnpoint/contracts/payments'
import { useOpenPath, useT, type HomeAttention, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** Payments that staff have to decide about: received and not as ordered, or disputed at the bank. */
export default function PaymentsAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const page = useOpenPath()('staff-payments')
  const { data } = useEndpoint(readPaymentFigures, {}, { refetchEvery: 60_000 })
  if (!data) return <Lines items={undefined} />
  const items = (['held', 'disputed'] as const)
    .filter((state) => data[state] > 0)
    .map((state): HomeAttention => ({
      id: state,
      tone: 'warning',
      title: t(`attention.${state}`, { count: data[state] }),
      text: t(`attention.${state}Text`),
      action: t('attention.open'),
      to: page && `${page}?filter=state:${state}`,
    }))
  return <Lines items={items} />
}
