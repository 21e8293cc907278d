import { useSetting, useT } from '@spawnpoint/sdk/browser'
import { Empty, Page, type Crumb } from '@spawnpoint/sdk/ui'
import { Image } from '@spawnpoint/sdk/ui/icons'
import type { ReactNode } from 'react'

/** A page of image hosting; while that is off, it says so. */
export const HostingPage = ({
  title,
  description,
  actions,
  crumbs,
  children,
}: {
  title: string
  description: string
  actions?: ReactNode
  crumbs?: readonly Crumb[]
  children: ReactNode
}) => {
  const t = useT()
  const isOn = useSetting('image_hosting_enabled') === true
  return (
    <Page
      title={title}
      description={description}
      {...(crumbs && { crumbs })}
      {...(isOn && actions && { actions })}
    >
      {isOn ? children : <Empty icon={<Image />} title={t('off')} text={t('offText')} />}
    </Page>
  )
}
