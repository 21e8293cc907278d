import type { Manifest } from '@spawnpoint/sdk/common'
import { findClosedServices, isService } from '../package/plugin-services.ts'
import { messagesOf, type PluginPackage } from '../package/read-package.ts'
import { findTakenNames } from '../package/reserved-labels.ts'
import { checkNames } from './check/check-names.ts'
import { problem, type Finding } from './check/finding.ts'

const closed = ({ capabilities }: Manifest) =>
  findClosedServices(capabilities)
    .filter(isService)
    .map((token) => problem('E_SERVICE_CLOSED', 'capabilities', `'${token}' is not for plugins`))

const taken = (content: PluginPackage) =>
  findTakenNames(content.manifest, messagesOf(content)).map(({ at, label, own }) =>
    problem('E_LABEL_TAKEN', at, `“${label}” reads like “${own}” of the dashboard itself`),
  )

/** The reasons and warnings of every product of this version, whatever it has installed and allows. */
export const judgePackage = (content: PluginPackage): readonly Finding[] => [
  ...checkNames(content.manifest),
  ...closed(content.manifest),
  ...taken(content),
]

/** Where its code runs unless the operator decides otherwise, as the dialog proposes it. */
export function proposedPlaces(
  { server, modules, isolation, capabilities, boot }: Manifest,
  isTrusted: boolean,
): readonly string[] {
  const mayFrame = !capabilities.includes('hooks.access-check')
  const isFramed = isolation?.browser === 'frame' || (mayFrame && !isTrusted)
  const pages = isFramed
    ? 'Its pages run in a sandboxed frame'
    : 'Its pages run inside the dashboard, with the access of whoever looks at them'
  return [
    ...(server === undefined ? [] : ['Its server module runs in a worker']),
    ...(Object.keys(modules).length === 0 ? [] : [pages]),
    ...(isFramed && boot !== undefined ? ['Its start-up code does not run there'] : []),
  ]
}
