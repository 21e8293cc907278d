import { readCompensation, type TakenCompensation } from '@spawnpoint/contracts/tickets'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, Select, Skeleton, TextField } from '@spawnpoint/sdk/ui'
import { useState, type SyntheticEvent } from 'react'

type Offer = ReplyOf<typeof readCompensation>

interface CompensationProps {
  readonly ticket: string
  readonly value: TakenCompensation | null
  readonly onChange: (value: TakenCompensation) => void
  readonly onClose: () => void
}

const wholeNumber = /^\d{1,7}$/
const amountOf = (typed: string) => (typed.trim() === '' ? 0 : Number(typed))
const shown = (amount: number | undefined) => (amount ? String(amount) : '')

/** Says why an amount is refused. */
const useFault = () => {
  const t = useT()
  const format = useFormat()
  return (typed: string, left: number): string | undefined => {
    if (typed.trim() !== '' && !wholeNumber.test(typed.trim())) return t('compensation.whole')
    return amountOf(typed) > left ? t('compensation.most', { left: format.number(left) }) : undefined
  }
}

const Form = ({
  offer: { coins, days, servers },
  value,
  onChange,
  onClose,
}: Omit<CompensationProps, 'ticket'> & { offer: Offer }) => {
  const t = useT()
  const format = useFormat()
  const fault = useFault()
  const [typed, setTyped] = useState({ coins: shown(value?.coins), days: shown(value?.days) })
  const [server, setServer] = useState(value?.serverId ?? servers[0]?.id ?? null)
  const [isTried, setTried] = useState(false)
  const faults = {
    coins: coins ? fault(typed.coins, coins.left) : undefined,
    days: servers.length > 0 ? fault(typed.days, days.left) : undefined,
  }
  const isEmpty = amountOf(typed.coins) === 0 && amountOf(typed.days) === 0
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmpty || faults.coins || faults.days) return
    const given = amountOf(typed.days)
    const extended = given > 0 ? servers.find(({ id }) => id === server) : undefined
    onChange({
      coins: amountOf(typed.coins),
      days: given,
      serverId: extended?.id ?? null,
      server: extended?.name ?? null,
    })
    onClose()
  }
  const field = (name: 'coins' | 'days', left: number, daily: number) => (
    <TextField
      label={t(`compensation.${name}`)}
      hint={t('compensation.left', { left: format.number(left), daily: format.number(daily) })}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      value={typed[name]}
      error={isTried ? faults[name] : undefined}
      onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
    />
  )
  return (
    <form className="sp-form" noValidate onSubmit={submit}>
      <FormError message={isTried && isEmpty ? t('compensation.nothing') : null} />
      {coins && field('coins', coins.left, coins.daily)}
      {servers.length > 0 && field('days', days.left, days.daily)}
      {servers.length > 1 && (
        <Select
          label={t('compensation.server')}
          value={server ?? ''}
          options={servers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => setServer(target.value)}
        />
      )}
      {servers.length === 0 && <p className="sp-hint">{t('compensation.noServers')}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('compensation.add')}
        </Button>
      </div>
    </form>
  )
}

/** Adds coins or server days to a reply. */
export const CompensationDialog = (props: CompensationProps) => {
  const t = useT()
  const query = useEndpoint(readCompensation, { params: { id: props.ticket } })
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t('compensation.title')}
      description={t('compensation.text')}
      size="sm"
    >
      <Loaded query={query} loading={<Skeleton shape="block" className="h-48" />}>
        {(offer) => <Form {...props} offer={offer} />}
      </Loaded>
    </Dialog>
  )
}
