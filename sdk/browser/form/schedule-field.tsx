import { SCHEDULE_DAYS, type ScheduleHours, type WeeklySchedule } from '@spawnpoint/sdk/resource'
import { Checkbox, Combobox, TextField } from '@spawnpoint/sdk/ui'
import { useId } from 'react'
import { useStore } from '../store.ts'
import { useT } from '../hooks.ts'
import { SHELL, useHost } from '../host.ts'
import { ClosedDates } from './closed-dates.tsx'
import type { FieldInput } from './field-input.ts'
import { weekdayNames } from './schedule-summary.ts'

type Day = (typeof SCHEDULE_DAYS)[number]

const opening: ScheduleHours = { from: '09:00', to: '17:00' }
const closed = Object.fromEntries(SCHEDULE_DAYS.map((day) => [day, null])) as Record<Day, null>

const zones = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

const DayHours = ({
  name,
  hours,
  onChange,
  onBlur,
}: {
  name: string
  hours: ScheduleHours | null
  onChange: (hours: ScheduleHours | null) => void
  onBlur: (() => void) | undefined
}) => {
  const t = useT(SHELL)
  const time = (part: 'from' | 'to') => (
    <TextField
      type="time"
      label={t(`resource.schedule.${part}`, { day: name })}
      hideLabel
      value={hours?.[part] ?? ''}
      onBlur={onBlur}
      onChange={(event) => onChange({ ...(hours ?? opening), [part]: event.target.value })}
    />
  )
  return (
    <div className="sp-schedule-day">
      <Checkbox
        label={name}
        checked={hours !== null}
        onChange={(event) => onChange(event.target.checked ? opening : null)}
      />
      {hours === null ? (
        <span className="sp-hint">{t('resource.schedule.closed')}</span>
      ) : (
        <span className="sp-schedule-hours">
          {time('from')}
          <span aria-hidden="true">–</span>
          {time('to')}
        </span>
      )}
    </div>
  )
}

/** Opening hours of a week: a time zone, for each day whether and when it is open, and dates that are closed. */
export const ScheduleField = ({ bound: { value, onChange, onBlur, ref }, texts }: FieldInput) => {
  const t = useT(SHELL)
  const locale = useStore(useHost().locale)
  const errorId = useId()
  // The form holds what the schema describes, or nothing yet.
  const week: WeeklySchedule = (value as WeeklySchedule | null) ?? { timeZone: 'UTC', ...closed }
  const names = weekdayNames(locale, 'long')
  const known = zones()
  const offered = known.includes(week.timeZone) ? known : [week.timeZone, ...known]
  return (
    <fieldset className="sp-fieldset" aria-describedby={texts.error ? errorId : undefined}>
      <legend className="sp-label">{texts.label}</legend>
      {texts.hint !== undefined && <p className="sp-hint">{texts.hint}</p>}
      {SCHEDULE_DAYS.map((day, index) => (
        <DayHours
          key={day}
          name={names[index] ?? day}
          hours={week[day]}
          onChange={(hours) => onChange({ ...week, [day]: hours })}
          onBlur={onBlur}
        />
      ))}
      <Combobox
        ref={ref}
        label={t('resource.schedule.timeZone')}
        options={offered.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        value={week.timeZone}
        onBlur={onBlur}
        onChange={(timeZone) => onChange({ ...week, timeZone: timeZone === '' ? 'UTC' : timeZone })}
      />
      <ClosedDates
        dates={week.closedOn ?? []}
        onChange={(closedOn) => onChange({ ...week, closedOn })}
        onBlur={onBlur}
      />
      {texts.error && (
        <p className="sp-field-error" id={errorId}>
          {texts.error}
        </p>
      )}
    </fieldset>
  )
}
