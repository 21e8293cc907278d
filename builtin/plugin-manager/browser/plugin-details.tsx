import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useCan, useFormat, useT } from '@spawnpoint/sdk/browser'
import { Alert, Badge, Button, Code, Dialog, KeyValue, LinkButton, Status } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { toneOfState } from './plugin-states.ts'
import type { PluginTexts } from './plugin-texts.ts'

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

type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string

/** The publisher is a text of the manifest: what nobody has verified is told as a claim. */
const publisherOf = ({ source, publisher }: PluginView, t: Translate): string => {
  if (!publisher) return t('details.none')
  return source === 'builtin' ? publisher : t('details.claims', { name: publisher })
}

/** Where a plugin that is no built-in came from and how far it is kept from the rest. */
const originOf = (
  { plugin, isApart }: { plugin: PluginView; isApart: boolean },
  t: Translate,
  dateTime: (at: string) => string,
) => [
  { label: t('details.source'), value: t(`sources.${plugin.source}`) },
  { label: t('review.license'), value: plugin.license ?? t('details.none') },
  ...(plugin.signature
    ? [
        {
          label: t('review.signature'),
          value: t(`signature.${plugin.signature.state}`, { name: plugin.signature.keyName ?? '' }),
        },
      ]
    : []),
  ...(isApart
    ? []
    : [
        {
          label: t('isolation.title'),
          value: (
            <span className="grid gap-1">
              <span>{t(`isolation.${plugin.isolation.server}`)}</span>
              <span>{t(`isolation.${plugin.isolation.browser}`)}</span>
            </span>
          ),
        },
      ]),
  ...(plugin.installedAt ? [{ label: t('details.installedAt'), value: dateTime(plugin.installedAt) }] : []),
]

/** The facts about a plugin, as the details and the configuration page show them; its isolation may stand apart. */
export const PluginFacts = ({ plugin, isApart = false }: { plugin: PluginView; isApart?: boolean }) => {
  const t = useT()
  const { number, dateTime } = useFormat()
  const none = t('details.none')
  const facts = [
    { label: t('details.id'), value: <Code>{plugin.id}</Code> },
    { label: t('details.version'), value: plugin.version },
    { label: t('details.publisher'), value: publisherOf(plugin, t) },
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
    ...(plugin.source === 'builtin' ? [] : originOf({ plugin, isApart }, t, dateTime)),
  ]
  return <KeyValue items={facts} />
}

/** Why a plugin is not as it should be. */
export const PluginTrouble = ({ plugin }: { plugin: PluginView }) => {
  const t = useT()
  const { dateTime } = useFormat()
  return (
    <>
      {plugin.reason && (
        <Alert tone="warning" title={t(`states.${plugin.state}`)}>
          {plugin.reason}
        </Alert>
      )}
      {plugin.reports && (
        <Alert tone="warning" title={t('reports', { count: plugin.reports.people })}>
          <span className="grid gap-2">
            <span>{t('details.reported', { at: dateTime(plugin.reports.lastAt) })}</span>
            <Code block>{plugin.reports.first}</Code>
          </span>
        </Alert>
      )}
      {plugin.failedJobs.map(({ name, failure }) => (
        <Alert key={name} tone="warning" title={t('details.failedJob', { name })}>
          {failure}
        </Alert>
      ))}
      {plugin.errors.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-sm">{t('details.lastErrors')}</h3>
          {plugin.errors.map(({ at, effect, stack, requestId }, index) => (
            <div key={`${at} ${index}`} className="grid min-w-0 gap-1">
              <p className="text-sm text-muted">
                {dateTime(at)} <Code>{effect}</Code>
                {requestId !== null && <> {t('details.request', { id: requestId })}</>}
              </p>
              <Code block>{stack}</Code>
            </div>
          ))}
        </section>
      )}
    </>
  )
}

export const PluginDetails = ({
  plugin,
  words,
  configPath,
  onClose,
  onUninstall,
}: {
  plugin: PluginView
  words: PluginTexts
  configPath: string
  onClose: () => void
  onUninstall: (plugin: PluginView) => void
}) => {
  const t = useT()
  const canEdit = useCan('admin.plugins.edit')
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={words.title(plugin)}
      description={words.description(plugin)}
      footer={
        <>
          {canEdit && plugin.source === 'package' && (
            <Button variant="danger-quiet" onClick={() => onUninstall(plugin)}>
              {t('uninstall.open')}
            </Button>
          )}
          <LinkButton to={configPath} onClick={onClose}>
            {t(plugin.isConfigurable ? 'configure' : 'openPage')}
          </LinkButton>
        </>
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
