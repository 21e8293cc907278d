import { SCHEDULE_DAYS, type ScheduleHours, type WeeklySchedule } from '@spawnpoint/sdk/resource'
import { Button, Checkbox, Combobox, IconButton, TextField } from '@spawnpoint/sdk/ui'
import { X } from '@spawnpoint/sdk/ui/icons'
import { useId } from 'react'
import { useStore } from '../store.ts'
import { useT } from '../hooks.ts'
import { SHELL, useHost } from '../host.ts'
import { ClosedDates } from './closed-dates.tsx'
import type { FieldInput } from './field-input.ts'
import { weekdayNames } from './schedule-summary.ts'

type Day = (typeof SCHEDULE_DAYS)[number]

const opening: ScheduleHours = { from: '09:00', to: '17:00' }
const noon = { from: '12:00', to: '13:00' }
const closed = Object.fromEntries(SCHEDULE_DAYS.map((day) => [day, null])) as Record<Day, null>

const zones = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

interface DayProps {
  readonly name: string
  readonly hours: ScheduleHours | null
  readonly onChange: (hours: ScheduleHours | null) => void
  readonly onBlur: (() => void) | undefined
}

/** Times of one day, in two spans where it has a break. */
const OpenHours = ({ name, hours, onChange, onBlur }: DayProps & { hours: ScheduleHours }) => {
  const t = useT(SHELL)
  const pause = hours.break
  const time = (label: string, value: string, change: (value: string) => ScheduleHours) => (
    <TextField
      type="time"
      label={t(`resource.schedule.${label}`, { day: name })}
      hideLabel
      value={value}
      onBlur={onBlur}
      onChange={(event) => onChange(change(event.target.value))}
    />
  )
  const from = time('from', hours.from, (value) => ({ ...hours, from: value }))
  const to = time('to', hours.to, (value) => ({ ...hours, to: value }))
  if (!pause)
    return (
      <span className="sp-schedule-hours">
        {from}
        <span aria-hidden="true">–</span>
        {to}
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('resource.schedule.addBreakOn', { day: name })}
          onClick={() => onChange({ ...hours, break: noon })}
        >
          {t('resource.schedule.addBreak')}
        </Button>
      </span>
    )
  return (
    <span className="sp-schedule-hours">
      {from}
      <span aria-hidden="true">–</span>
      {time('breakFrom', pause.from, (value) => ({ ...hours, break: { ...pause, from: value } }))}
      <span aria-hidden="true">·</span>
      {time('breakTo', pause.to, (value) => ({ ...hours, break: { ...pause, to: value } }))}
      <span aria-hidden="true">–</span>
      {to}
      <IconButton
        size="sm"
        label={t('resource.schedule.removeBreak', { day: name })}
        icon={<X aria-hidden />}
        onClick={() => onChange({ from: hours.from, to: hours.to })}
      />
    </span>
  )
}

const DayHours = (props: DayProps) => {
  const { name, hours, onChange } = props
  const t = useT(SHELL)
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
        <OpenHours {...props} hours={hours} />
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
