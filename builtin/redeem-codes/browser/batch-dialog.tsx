import { createCodeBatch } from '@spawnpoint/contracts/redeem-codes'
import { batchOrder } from '@spawnpoint/contracts/redeem-codes/schemas'
import { saveFile, useExplain, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import { Button, CopyButton, Dialog, FormError, TextField } from '@spawnpoint/sdk/ui'
import { Download } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { redeemCodes } from '../resource.ts'

const calls = resourceCalls(redeemCodes)
const initial = { prefix: '', count: '10', coins: '100', uses: '1', perUser: '1', expiresOn: '' }
type Texts = typeof initial
const numbers = ['count', 'coins', 'uses', 'perUser'] as const

const read = (texts: Texts) =>
  batchOrder.safeParse({
    prefix: texts.prefix,
    ...Object.fromEntries(
      numbers.map((field) => [field, /^\d{1,13}$/.test(texts[field].trim()) ? Number(texts[field]) : null]),
    ),
    expiresOn: texts.expiresOn === '' ? null : texts.expiresOn,
  })

/** One code a line. */
const download = (codes: readonly string[]) =>
  saveFile('redeem-codes.txt', new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))

const Form = ({ onDone, onClose }: { onDone: (codes: readonly string[]) => void; onClose: () => void }) => {
  const t = useT('redeem-codes')
  const explain = useExplain()
  const withKey = useRequestKey()
  const create = useAction(createCodeBatch, { refreshes: [calls.list] })
  const [texts, setTexts] = useState(initial)
  const [isTried, setTried] = useState(false)
  const order = read(texts)
  const wrong = new Set(order.success ? [] : order.error.issues.map(({ path: [field] }) => field))
  const field = (name: keyof Texts) => ({
    name,
    value: texts[name],
    onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [name]: target.value }),
    ...(isTried && wrong.has(name) && { error: t(`batch.wrong.${name}`) }),
  })
  const send = async () => {
    setTried(true)
    if (!order.success) return
    const made = await withKey((requestKey) =>
      create.mutateAsync({ body: { ...order.data, requestKey } }),
    ).catch(() => null)
    if (made) onDone(made.codes)
  }
  return (
    <form
      className="sp-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <FormError message={create.error ? explain(create.error) : null} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('batch.count')} inputMode="numeric" {...field('count')} />
        <TextField label={t('batch.prefix')} optional autoComplete="off" {...field('prefix')} />
        <TextField label={t('fields.coins')} inputMode="numeric" {...field('coins')} />
        <TextField label={t('batch.uses')} inputMode="numeric" {...field('uses')} />
        <TextField label={t('fields.perUser')} inputMode="numeric" {...field('perUser')} />
        <TextField label={t('fields.expiresOn')} optional type="date" {...field('expiresOn')} />
      </div>
      <div className="sp-form-actions">
        <Button onClick={onClose}>{t('batch.cancel')}</Button>
        <Button type="submit" variant="primary" loading={create.isPending}>
          {t('batch.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Makes many codes at once and hands them out. */
export const BatchDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useT('redeem-codes')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    setCodes(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={codes ? t('batch.done', { count: codes.length }) : t('batch.open')}
      description={t(codes ? 'batch.doneText' : 'batch.text')}
      {...(codes && {
        footer: (
          <>
            <CopyButton value={codes.join('\n')} label={t('batch.copy')} />
            <Button icon={<Download aria-hidden />} onClick={() => download(codes)}>
              {t('batch.download')}
            </Button>
            <Button variant="primary" onClick={close}>
              {t('batch.close')}
            </Button>
          </>
        ),
      })}
    >
      {codes ? (
        <pre className="max-h-64 overflow-auto rounded-lg border border-border bg-surface p-3 text-sm">
          {codes.join('\n')}
        </pre>
      ) : (
        open && <Form onDone={setCodes} onClose={close} />
      )}
    </Dialog>
  )
}
