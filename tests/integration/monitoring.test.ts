import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { Panel, type PanelFailure } from '../../builtin/panel/contract/index.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

const token = 'a-token-for-prometheus'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: token } })
})
afterAll(() => server.stop())

const scrape = async () => {
  const answer = await fetch(`${server.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}
const valueOf = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

const folder = join(ROOT, '.docker/monitoring')
interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}
const dashboard = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8')) as {
  panels: Panel[]
}
interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}
const alerts = parse(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as Alerts

/** The metrics that an expression names, without the suffixes of histograms. */
const namesIn = (expr: string) =>
  [...expr.matchAll(/\b(?:spawnpoint|nodejs|process)_\w+/gu)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

const offered = async () =>
  new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gmu)].map(([, name = '']) => name))

describe('the metrics', () => {
  it('[OPS24] count builds, emails, servers, coins, jobs, webhook messages and log-ins', async () => {
    const { api, person } = await server.signIn()
    await api.post('/api/auth/login', { login: person.username, password: 'wrong password' })
    await server.pool.query(
      `insert into mail.email (id, address, subject, paragraphs, status, created_at)
       values (gen_random_uuid(), 'a@example.com', 'Hello', '{}', 'failed', now()),
         (gen_random_uuid(), 'a@example.com', 'Hello', '{}', 'failed', now() - interval '2 days')`,
    )
    await server.pool.query(
      `insert into mail.email (id, address, subject, paragraphs, status, failure, created_at)
       values (gen_random_uuid(), 'b@example.com', 'Hello', '{}', 'queued', 'connect ECONNREFUSED', now())`,
    )
    await server.pool.query(
      `insert into webhooks.plugin_address (id, plugin, mark, host, address, used_at, paused_at)
       values (gen_random_uuid(), 'notes', 'm', 'example.com', 'sealed', now(), now() - interval '9 days')`,
    )
    const text = await scrape()
    // Its alert asks for an increase, which needs a value before the first fault.
    expect(valueOf(text, 'spawnpoint_plugin_faults_total{plugin="coins"}')).toBe(0)
    expect(valueOf(text, 'spawnpoint_emails_day{status="failed"}')).toBe(1)
    expect(valueOf(text, 'spawnpoint_emails_day{status="sent"}')).toBe(0)
    expect(valueOf(text, 'spawnpoint_log_ins_total{outcome="failed"}')).toBe(1)
    expect(valueOf(text, 'spawnpoint_builds{status="pending"}')).toBe(0)
    expect(valueOf(text, 'spawnpoint_servers{status="active"}')).toBe(0)
    expect(valueOf(text, 'spawnpoint_coins')).toBe(0)
    expect(valueOf(text, 'spawnpoint_webhook_messages_day{status="held"}')).toBe(0)
    // Also long after the last message to it.
    expect(valueOf(text, 'spawnpoint_webhooks_paused')).toBe(1)
    expect(valueOf(text, 'spawnpoint_emails_retried')).toBe(1)
    await server.pool.query('delete from webhooks.plugin_address')
    expect(valueOf(text, 'spawnpoint_jobs{state="failed"}')).toBe(0)
    expect(text).toMatch(/^spawnpoint_info\{version="[\d.]+",node="24[\d.]+"\} 1$/m)
    expect(valueOf(text, 'spawnpoint_metrics_failed')).toBe(0)
  })

  it('[OPS24] count calls to the game panel by API and outcome', async () => {
    const panel = await server.server.core.services.find(Panel)?.current()
    if (!panel) throw new Error('no panel is running')
    await panel.listLocations()
    await expect(panel.getServer(987_654)).rejects.toThrow('not-found')
    const text = await scrape()
    const of = (outcome: string) =>
      valueOf(text, `spawnpoint_panel_calls_total{api="application",outcome="${outcome}"}`)
    expect(of('ok')).toBeGreaterThan(0)
    expect(of('not-found')).toBe(1)
    expect(valueOf(text, 'spawnpoint_panel_call_seconds_total{api="application"}')).toBeGreaterThan(0)
  })

  it('[OPS24] say how each part of the health page is', async () => {
    const text = await scrape()
    const { rows } = await server.pool.query('select 1')
    expect(rows).toHaveLength(1)
    expect(valueOf(text, 'spawnpoint_health{plugin="webhooks",name="webhooks"}')).toBe(0)
    // No mail server is set up.
    expect(valueOf(text, 'spawnpoint_health{plugin="mail",name="emails"}')).toBe(1)
  })

  it('[OPS24] count events that wait, and say for how long', async () => {
    await server.pool.query(
      `insert into kernel.outbox (name, payload, created_at, fanned_out_at)
       values ('tests:waits', '{}', now() - interval '90 seconds', null), ('tests:went', '{}', now() - interval '1 day', now())`,
    )
    const text = await scrape()
    await server.pool.query(`delete from kernel.outbox where name like 'tests:%'`)
    expect(valueOf(text, 'spawnpoint_outbox')).toBe(1)
    expect(valueOf(text, 'spawnpoint_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90)
  })

  it('[OPS24] say when a process does not hear the others, and when it does again', async () => {
    const heard = async () => valueOf(await scrape(), 'spawnpoint_notices_connected')
    await expect.poll(heard).toBe(1)
    // The connections of the pool stay; the one that listens goes, and no other is let in.
    const url = new URL(server.config.databaseUrl ?? '')
    const name = url.pathname.slice(1)
    const elsewhereUrl = new URL(url)
    elsewhereUrl.pathname = '/postgres'
    const elsewhere = new Client({ connectionString: elsewhereUrl.href })
    await elsewhere.connect()
    onTestFinished(() => elsewhere.end())
    await elsewhere.query(`alter database ${name} allow_connections false`)
    await elsewhere.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'spawnpoint-notices/%'`,
      [name],
    )
    await expect.poll(heard).toBe(0)
    await elsewhere.query(`alter database ${name} allow_connections true`)
    await expect.poll(heard).toBe(1)
  })

  it('[OPS24] leave out what cannot be read, and say so', async () => {
    await server.pool.query('alter table mail.email rename to elsewhere')
    const text = await scrape()
    await server.pool.query('alter table mail.elsewhere rename to email')
    expect(text).not.toContain('spawnpoint_emails_day')
    expect(valueOf(text, 'spawnpoint_coins')).toBe(0)
    expect(valueOf(text, 'spawnpoint_metrics_failed')).toBe(1)
  })

  it('[OPS24] go with the plugin that they are of', async () => {
    await server.server.plugins.disable('webhooks', null)
    expect(await scrape()).not.toContain('spawnpoint_webhook_messages_day')
    await server.server.plugins.enable('webhooks', null)
    expect(await scrape()).toContain('spawnpoint_webhook_messages_day')
  })
})

describe('the dashboard and the alerts', () => {
  it('[OPS25] name metrics that the product offers', async () => {
    const known = await offered()
    const panels = dashboard.panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) => namesIn(expr).map((name) => [title, name])),
    )
    const rules = alerts.groups.flatMap(({ rules: list }) =>
      list.flatMap(({ alert, expr }) => namesIn(expr).map((name) => [alert, name])),
    )
    expect(panels.length).toBeGreaterThan(15)
    expect(rules.length).toBeGreaterThan(9)
    expect([...panels, ...rules].filter(([, name = '']) => !known.has(name))).toEqual([])
  })

  it('[OPS25] ask for labels and values that the product writes', async () => {
    const { api, person } = await server.signIn()
    await api.post('/api/auth/login', { login: person.username, password: 'wrong password' })
    const panel = await server.server.core.services.find(Panel)?.current()
    await panel?.listLocations()
    const written = new Map<string, Set<string>>()
    for (const [, series = '', labels = ''] of (await scrape()).matchAll(/^(\w+)\{(.+)\} /gmu))
      for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
        const values = written.get(`${series} ${label}`) ?? new Set()
        written.set(`${series} ${label}`, values.add(value))
      }
    // A failure of the panel is counted once there was one, and an answer with 500 likewise.
    const failures: Readonly<Partial<Record<PanelFailure, true>>> = {
      unavailable: true,
      unauthorized: true,
      'unknown-outcome': true,
    }
    const known = [...Object.keys(failures), '5..']
    const asked = [
      ...dashboard.panels.flatMap(({ targets }) => targets),
      ...alerts.groups.flatMap(({ rules }) => rules),
    ].flatMap(({ expr }) => [
      ...[...expr.matchAll(/(\w+)\{(\w+)=~?"([^"]*)"\}/g)].map(([, ...parts]) => parts),
      ...[...expr.matchAll(/by \(([^)]+)\) \([^)]*?\b((?:spawnpoint|nodejs|process)_\w+)/g)].flatMap(
        ([, labels = '', series = '']) => labels.split(', ').map((label) => [series, label, '']),
      ),
    ])
    expect(asked.length).toBeGreaterThan(20)
    const missing = asked.filter(([series = '', label = '', value = '']) => {
      // Prometheus adds these itself.
      if (label === 'instance' || series === 'up') return false
      const values = written.get(`${series} ${label}`)
      const isKnown = (each: string) => values?.has(each) || known.includes(each)
      return !values || (value !== '' && !value.split('|').every(isKnown))
    })
    expect(missing).toEqual([])
  })

  it('[OPS25] show everything that is the product’s own', async () => {
    const shown = new Set(
      [
        ...dashboard.panels.flatMap(({ targets }) => targets),
        ...alerts.groups.flatMap(({ rules }) => rules),
      ].flatMap(({ expr }) => namesIn(expr)),
    )
    const own = [...(await offered())].filter((name) => name.startsWith('spawnpoint_'))
    const rarelyWanted = [
      'spawnpoint_session_late_total',
      'spawnpoint_csp_reports_total',
      'spawnpoint_sessions_in_memory',
    ]
    expect(own.filter((name) => !shown.has(name) && !rarelyWanted.includes(name))).toEqual([])
  })

  it('[OPS25] the scrape configuration of the README gets the figures, with the token alone', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const [, text = ''] = /^```yaml\n(scrape_configs:[\s\S]+?)^```$/m.exec(readme) ?? []
    const { scrape_configs: jobs } = parse(text) as {
      scrape_configs: readonly {
        readonly metrics_path: string
        readonly authorization: { readonly credentials: string }
      }[]
    }
    expect(jobs).toHaveLength(1)
    const [{ metrics_path: path, authorization } = { metrics_path: '', authorization: null }] = jobs
    expect(authorization).toEqual({ credentials: 'the METRICS_TOKEN' })
    const ask = (credentials: string) =>
      // The type is Bearer where the configuration names none.
      fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${credentials}` } })
    expect(await (await ask(token)).text()).toContain('spawnpoint_http_request_seconds')
    expect((await ask('another token')).ok).toBe(false)
  })

  it('[OPS25] lie where the README says', () => {
    const found = globSync('*', { cwd: folder }).toSorted()
    expect(found).toEqual(['alerts.yml', 'grafana-dashboard.json'])
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    for (const file of found) expect(readme).toContain(`.docker/monitoring/${file}`)
  })
})
