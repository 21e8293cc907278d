import { changeMinecraftName, readPrivacy } from '@spawnpoint/contracts/profiles'
import { isMinecraftName } from '@spawnpoint/contracts/profiles/schemas'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'

/** The name of the Minecraft account whose character stands on the profile. */
export const MinecraftCard = ({ name }: { name: string | null }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const change = useAction(changeMinecraftName, { refreshes: [readPrivacy] })
  const form = useFields({
    initial: { name: name ?? '' },
    validate: (values): { name?: string } =>
      values.name.trim() === '' || isMinecraftName(values.name.trim())
        ? {}
        : { name: t('minecraft.badName') },
    submit: async (values) => {
      await change.mutateAsync({ body: { name: values.name.trim() || null } })
      host.notify.toast({ title: t('privacy.saved'), tone: 'success' })
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  useUnsavedGuard(form.isDirty)
  return (
    <Card title={t('minecraft.title')} description={t('minecraft.description')}>
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('minecraft.name')}
          hint={t('minecraft.hint')}
          maxLength={16}
          autoComplete="off"
          spellCheck={false}
          optional
          {...form.field('name')}
        />
        <div>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('minecraft.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
