import { TextField } from '@spawnpoint/sdk/ui'
import type { Ref } from 'react'
import { useT, useTimeZone } from '../hooks.ts'
import { SHELL } from '../host.ts'
import { joinSentences } from '../../common/sentences.ts'
import { localTimeOf, momentOf } from './zoned-time.ts'

/** A labelled moment. @example const props: DateTimeFieldProps = { label: 'Starts', value: '2026-05-04T09:00:00.000Z', onChange: console.log } */
export interface DateTimeFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly optional?: true
  readonly required?: boolean
  readonly name?: string
  readonly disabled?: boolean
  readonly className?: string
  /** In ISO 8601, or empty. */
  readonly value: string
  /** Receives ISO 8601, or empty text for an empty field. */
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * A date and time in the instance's time zone, in which the product shows them too; the zone is named below.
 *
 * @example const [at, setAt] = useState(''); return <DateTimeField label="Starts" value={at} onChange={setAt} />
 */
export const DateTimeField = ({ hint, value, onChange, ...rest }: DateTimeFieldProps) => {
  const t = useT(SHELL)
  const zone = useTimeZone()
  const named = t('resource.form.timeZone', { zone: zone.replaceAll('_', ' ') })
  return (
    <TextField
      {...rest}
      hint={joinSentences([hint, named])}
      type="datetime-local"
      value={localTimeOf(value, zone)}
      onChange={({ target }) => onChange(momentOf(target.value, zone))}
    />
  )
}
