import { Slot, useContributions, useHost } from '@spawnpoint/sdk/browser'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
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
  const above = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = () => setPatient(false)
    const timer = clock.setTimeout(end, PATIENCE_MS)
    // Before the next paint. A contribution whose messages are on their way is in the page already, hidden.
    const observer = new MutationObserver(() => {
      if ((above.current?.clientHeight ?? 0) > 0) flushSync(end)
    })
    const watched = { childList: true, subtree: true, attributeFilter: ['style'] }
    if (above.current) observer.observe(above.current, watched)
    return () => {
      clock.clearTimeout(timer)
      observer.disconnect()
    }
  }, [clock])
  const isWaiting = isFilled && isPatient
  return (
    <>
      <div ref={above}>
        <Slot name={`settings.${group}`} edits={edits} edit={edit} />
      </div>
      {isWaiting && (
        <div aria-hidden="true">
          <LoadingSettings />
        </div>
      )}
      <div hidden={isWaiting}>{children}</div>
    </>
  )
}
