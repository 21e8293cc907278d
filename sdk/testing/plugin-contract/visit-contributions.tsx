import { HostProvider, Slot } from '@spawnpoint/sdk/browser'
import type { Manifest } from '@spawnpoint/sdk/common'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { act, render } from '@testing-library/react'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReactNode } from 'react'
import { App } from '../../../kernel/browser/app/app.tsx'
import type { OpenBrowser } from './open-browser.ts'

/** A contribution that was drawn. @example { kind: 'page', name: '/p/hello', problem: null } */
export interface VisitedContribution {
  readonly kind: 'boot' | 'page' | 'slot' | 'widget' | 'debug-tab' | 'customisation-tab'
  readonly name: string
  /** The problem, or null. */
  readonly problem: string | null
}

interface Visit {
  readonly kind: VisitedContribution['kind']
  readonly name: string
  draw(browser: OpenBrowser): ReactNode
}

/** A path without its parameters. */
const openPath = (path: string) => path.replaceAll(/:[^/]+/g, '1').replace(/\/?\*$/, '')

/** Slots and tabs that a built-in would draw: here they are drawn by themselves. */
const Parts = ({
  browser,
  kind,
}: {
  browser: OpenBrowser
  kind: 'widget' | 'debug-tab' | 'customisation-tab'
}) =>
  ['user', 'admin', '']
    .flatMap((name) => browser.kernel.host.contributions(kind, name).getState())
    .filter((each, index, all) => all.findIndex(({ id }) => id === each.id) === index)
    .map(({ id, Component }) => <Component key={id} />)

function visitsOf({ kernel }: OpenBrowser, { id, contributes, registers }: Manifest): readonly Visit[] {
  const { routes, adminPages, customisationTabs } = contributes
  const slots = [...contributes.slots, ...(registers?.slots ?? [])]
  const widgets = [...contributes.widgets, ...(registers?.widgets ?? [])]
  const debugTabs = [...contributes.debugTabs, ...(registers?.debugTabs ?? [])]
  const declared = [...routes, ...adminPages].filter(({ module }) => module !== undefined)
  const known = new Set([...routes, ...adminPages].map(({ path }) => path))
  // Boot code has added these.
  const registered = kernel.host.routes
    .getState()
    .filter(({ plugin, path }) => plugin === id && !known.has(path))
  const pages = [...declared, ...registered]
  const parts = (
    kind: 'widget' | 'debug-tab' | 'customisation-tab',
    entries: readonly { readonly id: string }[],
  ) =>
    entries.length === 0
      ? []
      : [
          {
            kind,
            name: entries.map(({ id }) => id).join(', '),
            draw: (browser: OpenBrowser) => <Parts browser={browser} kind={kind} />,
          },
        ]
  return [
    ...pages.map(({ path }) => ({
      kind: 'page' as const,
      name: openPath(path),
      draw: ({ kernel }: OpenBrowser) => <App kernel={kernel} />,
    })),
    ...[...new Set(slots.map(({ slot }) => slot))].map((slot) => ({
      kind: 'slot' as const,
      name: slot,
      draw: () => <Slot name={slot} />,
    })),
    ...parts('widget', widgets),
    ...parts('debug-tab', debugTabs),
    ...parts('customisation-tab', customisationTabs),
  ]
}

const TURNS = 200
const CALM_TURNS = 4

const isBusy = (container: Element): boolean =>
  container.querySelector('[aria-busy="true"], .sp-skeleton') !== null

/** Lets answers and timers come in until nothing changes any more. */
async function settle({ platform }: OpenBrowser, container: Element) {
  let calm = 0
  let before = ''
  for (let turn = 0; turn < TURNS && calm < CALM_TURNS; turn += 1) {
    await act(async () => {
      await platform.clock.advance(50)
      await pause(15)
    })
    const now = container.innerHTML
    calm = now === before && now !== '' && !isBusy(container) ? calm + 1 : 0
    before = now
  }
}

/** Hooks may think before a page changes; until then the one before is open. */
async function goTo({ kernel, platform }: OpenBrowser, path: string) {
  kernel.navigation.navigate(path)
  for (let turn = 0; turn < TURNS && platform.address.url().pathname !== path; turn += 1) {
    await platform.clock.advance(50)
    await pause(5)
  }
}

async function visit(
  browser: OpenBrowser,
  plugin: string,
  { kind, name, draw }: Visit,
): Promise<VisitedContribution> {
  const { kernel } = browser
  const faultsBefore = kernel.gate.faults(plugin).length
  forgetAnswers()
  if (kind === 'page') await goTo(browser, name)
  // jsdom has no layout to scroll.
  Object.assign(window, { scrollTo: () => undefined })
  const { container, unmount } = await act(async () =>
    render(
      kind === 'page' ? (
        draw(browser)
      ) : (
        <HostProvider value={kernel.host}>
          <DataProvider>{draw(browser)}</DataProvider>
        </HostProvider>
      ),
    ),
  )
  await settle(browser, container)
  const [fault] = kernel.gate.faults(plugin).slice(faultsBefore)
  // A part of another's page may have nothing to say; a page may not.
  const isEmpty =
    kind === 'page' &&
    container.textContent === '' &&
    container.querySelector('img, svg, canvas, input') === null
  const problem = fault ? String(fault.error) : isEmpty ? 'it drew nothing' : null
  await act(async () => unmount())
  return { kind, name, problem }
}

/** How long that takes is the machine's affair: a page that still waits for its code must not pass for a finished one. */
async function loadModules({ kernel }: OpenBrowser, { id, modules, boot }: Manifest) {
  const plugin = kernel.registry.find(id)
  const drawn = Object.keys(modules).filter((name) => name !== boot)
  // A failed import is drawn as an error.
  if (plugin) await Promise.allSettled(drawn.map((name) => kernel.componentOf(plugin, name).preload()))
}

/** Opens each page and draws each part, one after the other, those that boot code has added among them. */
export async function visitContributions(
  browser: OpenBrowser,
  manifest: Manifest,
): Promise<readonly VisitedContribution[]> {
  const visited: VisitedContribution[] = []
  await loadModules(browser, manifest)
  const { id, boot } = manifest
  const [fault] = browser.kernel.gate.faults(id)
  if (boot !== undefined)
    visited.push({ kind: 'boot', name: boot, problem: fault ? String(fault.error) : null })
  for (const each of visitsOf(browser, manifest)) visited.push(await visit(browser, id, each))
  return visited
}
