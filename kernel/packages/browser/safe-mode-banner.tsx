import { SHELL, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button } from '@spawnpoint/sdk/ui'
import { useKernel } from '../../browser/app/kernel-context.tsx'

/** The same page with everything in it. */
const plainAddress = (url: URL): string => {
  const plain = new URL(url)
  plain.searchParams.delete('safe-mode')
  return `${plain.pathname}${plain.search}${plain.hash}`
}

/** Says that something is left out, and leads back. */
export const SafeModeBanner = () => {
  const t = useT(SHELL)
  const { platform } = useKernel()
  const leave = (): void => platform.address.assign(plainAddress(platform.address.url()))
  return (
    <output className="block *:rounded-none *:border-x-0 *:border-t-0">
      <Alert
        tone="warning"
        title={t('safeMode.title')}
        action={
          <Button size="sm" onClick={leave}>
            {t('safeMode.leave')}
          </Button>
        }
      >
        {t('safeMode.text')}
      </Alert>
    </output>
  )
}
