import { confirmSecondFactor } from '@spawnpoint/contracts/auth'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, Code, CopyButton, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import { useFormFailure } from './form-failure.ts'
import { QrCode } from './qr-code.tsx'

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The secret as a picture and as text, and the code that shows that the app has it. */
export const ConfirmStep = ({
  secret,
  uri,
  onConfirmed,
}: {
  secret: string
  uri: string
  onConfirmed: (codes: readonly string[]) => void
}) => {
  const host = useHost()
  const t = useT('auth')
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { code: '' },
    validate: ({ code }) => (/^\s*\d{6}\s*$/.test(code) ? {} : { code: t('verify.rule.app') }),
    submit: async ({ code }) => onConfirmed((await host.call(confirmSecondFactor, { body: { code } })).codes),
    onFailure,
  })
  return (
    <form className="sp-form" method="post" {...form.props}>
      <FormError message={form.formError} />
      <QrCode text={uri} label={t('setup.qr')} />
      {/* A phone cannot scan its own screen. */}
      <a className="sp-button sp-button-secondary hidden pointer-coarse:flex" href={uri}>
        {t('setup.openApp')}
      </a>
      <div className="flex items-center justify-between gap-2 text-sm">
        <Code>{inGroups(secret)}</Code>
        <CopyButton value={secret} />
      </div>
      <TextField
        label={t('verify.code.app')}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="text-center font-mono text-lg tracking-[0.3em]"
        required
        {...form.field('code')}
      />
      <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}
