import type { PackageRightView } from '@spawnpoint/contracts/plugin-manager'
import { Slot } from '@spawnpoint/sdk/browser'
import { useMemo } from 'react'
import type { ConsentAnswers } from './use-consent-answers.ts'

/** Questions of those who provide a service, before a plugin gets it. */
export const ConsentParts = ({
  plugin,
  rights,
  answers,
}: {
  plugin: string
  rights: readonly PackageRightView[]
  answers: ConsentAnswers
}) => {
  const asked = rights.flatMap(({ kind, value }) => (kind === 'service' ? [value] : [])).join(' ')
  // The same list in each render: parts answer anew when it changes.
  const services = useMemo(() => (asked ? asked.split(' ') : []), [asked])
  return <Slot name="plugins.consent" plugin={plugin} services={services} onAnswer={answers.onAnswer} />
}
