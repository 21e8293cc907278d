import { Slot, useContributions, useHost } from '@spawnpoint/sdk/browser'
import { classNames } from '@spawnpoint/sdk/ui'
import { useEffect, useState, type ReactNode } from 'react'
import { LoadingSettings } from './loading-settings.tsx'

/** A contribution that has drawn nothing by then has nothing to show. */
const PATIENCE_MS = 4_000

interface SettingsTabProps {
  readonly group: string
  readonly edits: Readonly<Record<string, unknown>>
  readonly edit: ((key: string, value: unknown) => void) | null
  readonly children: ReactNode
}

/** The settings of a tab, below what plugins put above them; they wait for that, so that nothing moves. */
export const SettingsTab = ({ group, edits, edit, children }: SettingsTabProps) => {
  const { clock } = useHost()
  const isFilled = useContributions('slot', `settings.${group}`).length > 0
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = clock.setTimeout(() => setPatient(false), PATIENCE_MS)
    return () => clock.clearTimeout(timer)
  }, [clock])
  const isWaiting = isFilled && isPatient
  return (
    <>
      <div className="peer">
        <Slot name={`settings.${group}`} edits={edits} edit={edit} />
      </div>
      {isWaiting && (
        <div className="hidden peer-empty:block" aria-hidden="true">
          <LoadingSettings />
        </div>
      )}
      <div className={classNames(isWaiting && 'peer-empty:hidden')}>{children}</div>
    </>
  )
}
