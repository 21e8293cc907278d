import { has, lines, pageCalls, type Choice } from './choice.ts'

const pagePart = (choice: Choice) => [
  'export default function PluginPage() {',
  '  const { t } = usePlugin(manifest)',
  '  const [count, setCount] = useState(0)',
  '  return (',
  `    <Page title={t('title')} description={t('description')}>`,
  choice.server && '      <Greeting />',
  has(choice, 'table') && '      <Notes />',
  `      <Card title={t('waves')}>`,
  `        <p>{t('count', { count })}</p>`,
  `        <Button onClick={() => setCount(count + 1)}>{t('wave')}</Button>`,
  '      </Card>',
  '    </Page>',
  '  )',
  '}',
]

/** A greeting that tells others of itself is a write, and is asked for by a click. */
const greetingPart = (choice: Choice) =>
  has(choice, 'event')
    ? [
        '',
        'function Greeting() {',
        '  const { t, explain } = usePlugin(manifest)',
        '  const { data, error, mutate, isPending } = useAction(greet)',
        '  return (',
        `    <Card title={t('server')}>`,
        '      {error && <ErrorCard message={explain(error)} />}',
        `      {data && <p>{t('greeting', { text: data.text, at: data.at })}</p>}`,
        `      <Button loading={isPending} onClick={() => mutate({})}>{t('greet')}</Button>`,
        '    </Card>',
        '  )',
        '}',
      ]
    : [
        '',
        'function Greeting() {',
        '  const { t, explain, format } = usePlugin(manifest)',
        '  const { data, error, refetch } = useEndpoint(greet)',
        '  if (error) return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />',
        '  return (',
        `    <Card title={t('server')}>`,
        `      {data ? <p>{t('greeting', { text: data.text, at: format.dateTime(data.at) })}</p> : <Skeleton />}`,
        '    </Card>',
        '  )',
        '}',
      ]

const notesPart = [
  '',
  'function Notes() {',
  '  const { t, explain, notify } = usePlugin(manifest)',
  "  const [text, setText] = useState('')",
  '  const { data, error, refetch } = useEndpoint(listNotes)',
  '  const add = useAction(addNote, { refreshes: [listNotes] })',
  '  if (error) return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />',
  '  const submit = (event: FormEvent) => {',
  '    event.preventDefault()',
  '    add.mutate(',
  '      { body: { text } },',
  '      {',
  '        onSuccess: () => {',
  "          setText('')",
  "          notify.toast({ title: t('added'), tone: 'success' })",
  '        },',
  '      },',
  '    )',
  '  }',
  '  return (',
  `    <Card title={t('notes')}>`,
  '      <form onSubmit={submit}>',
  '        <TextField',
  `          label={t('note')}`,
  '          value={text}',
  '          onChange={({ target }) => setText(target.value)}',
  '          {...(add.error ? { error: explain(add.error) } : {})}',
  '        />',
  `        <Button type="submit" variant="primary" loading={add.isPending}>{t('add')}</Button>`,
  '      </form>',
  '      {data ? <ul>{data.notes.map((note) => <li key={note.id}>{note.text}</li>)}</ul> : <Skeleton />}',
  '    </Card>',
  '  )',
  '}',
]

const queryNames = (choice: Choice) =>
  [
    (has(choice, 'table') || has(choice, 'event')) && 'useAction',
    (has(choice, 'table') || !has(choice, 'event')) && 'useEndpoint',
  ].filter((each) => each !== false)

const uiNames = (choice: Choice) =>
  [
    'Button',
    'Card',
    choice.server && 'ErrorCard',
    'Page',
    choice.server && (has(choice, 'table') || !has(choice, 'event')) && 'Skeleton',
    has(choice, 'table') && 'TextField',
  ].filter((each) => each !== false)

/** `browser/page.tsx`. */
export const pageFile = (choice: Choice): string =>
  lines(
    `import { usePlugin } from '@spawnpoint/sdk'`,
    pageCalls(choice) && `import { ${queryNames(choice).join(', ')} } from '@spawnpoint/sdk/query'`,
    `import { ${uiNames(choice).join(', ')} } from '@spawnpoint/sdk/ui'`,
    `import { useState${has(choice, 'table') ? ', type FormEvent' : ''} } from 'react'`,
    pageCalls(choice) &&
      `import { ${has(choice, 'table') ? 'addNote, greet, listNotes' : 'greet'} } from '../contract/index.ts'`,
    `import manifest from '../manifest.ts'`,
    '',
    ...pagePart(choice),
    ...(choice.server ? greetingPart(choice) : []),
    ...(has(choice, 'table') ? notesPart : []),
  )

const small = (name: string, ui: string, body: readonly string[], more: readonly string[] = []) =>
  lines(
    `import { usePlugin } from '@spawnpoint/sdk'`,
    `import { ${ui} } from '@spawnpoint/sdk/ui'`,
    `import manifest from '../manifest.ts'`,
    '',
    `export default function ${name}() {`,
    `  const { t${more.length > 0 ? `, ${more.join(', ')}` : ''} } = usePlugin(manifest)`,
    ...body,
    '}',
  )

/** `browser/admin-page.tsx`: drawn for holders of its permission alone. */
export const adminPageFile = (choice: Choice): string =>
  has(choice, 'settings')
    ? small(
        'AdminPage',
        'Card, Page',
        [
          '  return (',
          `    <Page title={t('title')} description={t('admin')}>`,
          `      <Card title={t('setting')}>{String(config['greeting'] ?? '')}</Card>`,
          '    </Page>',
          '  )',
        ],
        ['config'],
      )
    : small('AdminPage', 'Card, Page', [
        '  return (',
        `    <Page title={t('title')} description={t('admin')}>`,
        `      <Card title={t('waves')}>{t('adminText')}</Card>`,
        '    </Page>',
        '  )',
      ])

/** `browser/widget.tsx`: a card of the dashboard. */
export const widgetFile = (): string =>
  small('Widget', 'Stat', [`  return <Stat label={t('title')} value={t('widget')} />`])

/** `browser/notice.tsx`: a part of another plugin's page. */
export const noticeFile = (): string =>
  small('Notice', 'Alert', [`  return <Alert tone="info">{t('notice')}</Alert>`])

/** `browser/debug-tab.tsx`. */
export const debugTabFile = (): string =>
  small(
    'DebugTab',
    'Code',
    [`  return <Code block>{\`\${t('title')}: \${id} \${manifest.version}\`}</Code>`],
    ['id'],
  )
