import { useT } from '@spawnpoint/sdk/browser'
import { Card, Code, CopyButton, Tabs } from '@spawnpoint/sdk/ui'
import { KEY, recipes, uploadAddress } from './recipes.ts'

const Script = ({ text, script }: { text: string; script: string }) => {
  const t = useT()
  return (
    <div className="grid gap-3">
      <p>{text}</p>
      <Code block>{script}</Code>
      <div>
        <CopyButton value={script} label={t('recipes.copy')} iconOnly={false} />
      </div>
    </div>
  )
}

const Ios = () => {
  const t = useT()
  const steps = [
    t('recipes.iosUrl', { url: uploadAddress() }),
    t('recipes.iosMethod'),
    t('recipes.iosHeader', { key: KEY }),
    t('recipes.iosBody'),
    t('recipes.iosReply'),
  ]
  return (
    <div className="grid gap-3">
      <p>{t('recipes.ios')}</p>
      <ol className="grid list-decimal gap-1 ps-5 break-words">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

/** How screenshot tools are set up, each with what it needs. */
export const RecipesCard = () => {
  const t = useT()
  const scripts = Object.entries(recipes(location.origin)).map(([id, { label, script }]) => ({
    id,
    label,
    content: <Script text={t(`recipes.${id}`)} script={script} />,
  }))
  return (
    <Card title={t('recipes.title')} description={t('recipes.text', { key: KEY })}>
      <Tabs
        label={t('recipes.title')}
        tabs={[
          { id: 'shareX', label: 'ShareX', content: <p>{t('recipes.shareX')}</p> },
          ...scripts,
          { id: 'ios', label: 'iOS', content: <Ios /> },
        ]}
      />
    </Card>
  )
}
