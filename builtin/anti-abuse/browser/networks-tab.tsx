import { readNetworks, replaceNetworks } from '@spawnpoint/contracts/anti-abuse'
import { CallError, useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, Skeleton, Stat, TextArea, useFields } from '@spawnpoint/sdk/ui'
import { Upload } from '@spawnpoint/sdk/ui/icons'
import { useRef } from 'react'

type Networks = ReplyOf<typeof readNetworks>

/** Reads a file into the field, where it can be checked before it is saved. */
const FileButton = ({ onRead }: { onRead: (text: string) => void }) => {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
        {t('staff.networks.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        className="sp-hidden"
        tabIndex={-1}
        aria-label={t('staff.networks.upload')}
        accept=".txt,.csv,.netset,.ipset,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void file.text().then(onRead)
        }}
      />
    </>
  )
}

const Editor = ({ networks }: { networks: Networks }) => {
  const t = useT()
  const explain = useExplain()
  const { number } = useFormat()
  const { notify } = useHost()
  const replace = useAction(replaceNetworks, { refreshes: [readNetworks] })
  const form = useFields({
    initial: { text: networks.text },
    submit: async ({ text }) => {
      const { own } = await replace.mutateAsync({ body: { text } })
      notify.toast({ title: t('staff.networks.saved', { count: own, value: number(own) }), tone: 'success' })
    },
    onFailure: (error) =>
      error instanceof CallError && error.code.startsWith('HOLDS_')
        ? { fields: { text: explain(error) } }
        : { message: explain(error) },
  })
  useUnsavedGuard(form.isDirty)
  const area = useRef<HTMLTextAreaElement>(null)
  const fill = (text: string) => {
    if (!area.current) return
    area.current.value = text
    // The form learns of it as if it had been typed.
    area.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <TextArea
        label={t('staff.networks.own')}
        hint={t('staff.networks.ownHint')}
        rows={12}
        className="min-h-64 font-mono"
        spellCheck={false}
        ref={area}
        {...form.field('text')}
      />
      <div className="sp-form-actions">
        <Button type="submit" variant="primary" loading={form.submitting}>
          {t('staff.networks.save')}
        </Button>
        <FileButton onRead={fill} />
      </div>
    </form>
  )
}

/** Networks of VPN and proxy services, entered by staff or read from a provider. */
export const NetworksTab = () => {
  const t = useT()
  const { dateTime, number } = useFormat()
  const query = useEndpoint(readNetworks)
  return (
    <Card title={t('staff.networks.title')} description={t('staff.networks.description')}>
      <Loaded query={query} loading={<Skeleton shape="block" className="h-96" />}>
        {(networks) => (
          <div className="grid gap-5">
            <div className="grid gap-3 sm:grid-cols-2">
              <Stat label={t('staff.networks.ownCount')} value={number(networks.own)} />
              <Stat
                label={t('staff.networks.providerCount')}
                value={number(networks.fromProvider)}
                note={
                  networks.readAt === null
                    ? t('staff.networks.noProvider')
                    : t('staff.networks.readAt', { date: dateTime(networks.readAt) })
                }
              />
            </div>
            <Editor key={networks.text} networks={networks} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
