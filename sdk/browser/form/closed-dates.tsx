import { SCHEDULE_CLOSED_DATES } from '@spawnpoint/sdk/resource'
import { Button, IconButton, TextField } from '@spawnpoint/sdk/ui'
import { Plus, X } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { useFormat, useT } from '../hooks.ts'
import { SHELL } from '../host.ts'

/** Dates of a schedule that are closed all day, in order; each is added and removed by itself. */
export const ClosedDates = ({
  dates,
  onChange,
  onBlur,
}: {
  dates: readonly string[]
  onChange: (dates: readonly string[]) => void
  onBlur: (() => void) | undefined
}) => {
  const t = useT(SHELL)
  const { day } = useFormat()
  const [picked, setPicked] = useState('')
  const add = () => {
    if (picked === '') return
    onChange([...new Set([...dates, picked])].toSorted())
    setPicked('')
  }
  return (
    <fieldset className="sp-fieldset">
      <legend className="sp-label">{t('resource.schedule.closedOn')}</legend>
      <p className="sp-hint">{t('resource.schedule.closedOnHint')}</p>
      {dates.length > 0 && (
        <ul className="sp-schedule-dates">
          {dates.map((date) => (
            <li key={date}>
              <time dateTime={date}>{day(date)}</time>
              <IconButton
                label={t('resource.schedule.removeClosedDate', { date: day(date) })}
                icon={<X aria-hidden />}
                size="sm"
                onClick={() => onChange(dates.filter((each) => each !== date))}
              />
            </li>
          ))}
        </ul>
      )}
      {dates.length < SCHEDULE_CLOSED_DATES && (
        <div className="sp-schedule-hours">
          <TextField
            type="date"
            label={t('resource.schedule.closedDate')}
            hideLabel
            value={picked}
            onBlur={onBlur}
            onChange={(event) => setPicked(event.target.value)}
            // Enter adds the date: the form is not sent by it.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Button icon={<Plus aria-hidden />} disabled={picked === ''} onClick={add}>
            {t('resource.schedule.addClosedDate')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
