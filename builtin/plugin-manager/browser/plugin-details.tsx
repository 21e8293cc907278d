import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Alert, Badge, Code, Dialog, KeyValue, LinkButton, Status } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { toneOfState } from './plugin-states.ts'
import type { PluginWords } from './plugin-words.ts'

const Names = ({ names, none }: { names: readonly string[]; none: string }): ReactNode =>
  names.length === 0 ? (
    none
  ) : (
    <span className="flex flex-wrap gap-1">
      {names.map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  )

/** The facts about a plugin, as the details and the configuration page show them. */
export const PluginFacts = ({ plugin }: { plugin: PluginView }) => {
  const t = useT()
  const { number } = useFormat()
  const none = t('details.none')
  const facts = [
    { label: t('details.id'), value: <Code>{plugin.id}</Code> },
    { label: t('details.version'), value: plugin.version },
    { label: t('details.publisher'), value: plugin.publisher ?? none },
    { label: t('details.kind'), value: t(`kinds.${plugin.kind}`) },
    {
      label: t('details.state'),
      value: <Status tone={toneOfState(plugin.state)}>{t(`states.${plugin.state}`)}</Status>,
    },
    {
      label: t('details.started'),
      value: plugin.startedInMs === null ? none : t('details.ms', { ms: number(plugin.startedInMs) }),
    },
    { label: t('details.faults'), value: number(plugin.faults) },
    { label: t('details.dependencies'), value: <Names names={plugin.dependencies} none={none} /> },
    { label: t('details.dependants'), value: <Names names={plugin.dependants} none={none} /> },
    { label: t('details.capabilities'), value: <Names names={plugin.capabilities} none={none} /> },
  ]
  return <KeyValue items={facts} />
}

/** Why a plugin is not as it should be. */
export const PluginTrouble = ({ plugin }: { plugin: PluginView }) => {
  const t = useT()
  return (
    <>
      {plugin.reason && plugin.state !== 'active' && (
        <Alert tone="warning" title={t(`states.${plugin.state}`)}>
          {plugin.reason}
        </Alert>
      )}
      {plugin.lastError && (
        <div className="grid gap-1">
          <h3 className="text-sm">{t('details.lastError')}</h3>
          <Code block>{plugin.lastError}</Code>
        </div>
      )}
    </>
  )
}

export const PluginDetails = ({
  plugin,
  words,
  configPath,
  onClose,
}: {
  plugin: PluginView
  words: PluginWords
  configPath: string
  onClose: () => void
}) => {
  const t = useT()
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={words.title(plugin)}
      description={words.description(plugin)}
      footer={
        <LinkButton to={configPath} onClick={onClose}>
          {t(plugin.isConfigurable ? 'configure' : 'openPage')}
        </LinkButton>
      }
    >
      <div className="grid gap-4">
        <PluginTrouble plugin={plugin} />
        <PluginFacts plugin={plugin} />
        <div className="grid gap-1">
          <h3 className="text-sm">{t('details.permissions')}</h3>
          {plugin.permissions.length === 0 ? (
            <p className="text-sm text-muted">{t('details.none')}</p>
          ) : (
            <ul className="grid gap-1 text-sm">
              {plugin.permissions.map(({ value, description }) => (
                <li key={value}>
                  <Code>{value}</Code> <span className="text-muted">{description}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Dialog>
  )
}
