import { findPlaces } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'
import { closedBecause, type Draft, type Options } from './create-draft.ts'

const most = 3
const settleMs = 400

/** A text once nobody has changed it for a moment: a slider passes many sizes. */
const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Says, before anything is reserved, that no node of the location takes the size, and where one does. */
export const RoomNotice = ({
  draft,
  options,
  onMove,
}: {
  draft: Draft
  options: Options
  onMove: (locationId: string) => void
}) => {
  const t = useT('servers')
  const { amounts } = draft
  const size = useSettled(
    [amounts.memory, amounts.disk, amounts.cpu].map((amount) => Number(amount) || 0).join(' '),
  )
  const [memory = 0, disk = 0, cpu = 0] = size.split(' ').map(Number)
  const { data } = useEndpoint(findPlaces, { query: { memory, disk, cpu } })
  const open = data?.open
  const location = options.locations.find(({ id }) => id === draft.locationId)
  if (!open || !location || open.includes(location.id)) return null
  const others = options.locations.filter(
    (each) => open.includes(each.id) && closedBecause(options, each) === null,
  )
  return (
    <Alert tone="warning" title={t('wizard.room.title', { location: location.name })}>
      <p>{t(others.length > 0 ? 'wizard.room.text' : 'wizard.room.nowhere')}</p>
      {others.length > 0 && (
        <div className="sp-actions mt-2">
          {others.slice(0, most).map(({ id, name }) => (
            <Button key={id} size="sm" onClick={() => onMove(id)}>
              {t('wizard.room.move', { location: name })}
            </Button>
          ))}
        </div>
      )}
    </Alert>
  )
}
