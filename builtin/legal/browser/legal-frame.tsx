import { useSetting } from '@spawnpoint/sdk/browser'
import { BrandMark, Link } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'

/** The middle of the window under the name of the instance, which leads back to it. */
export const LegalFrame = ({ children }: { children: ReactNode }) => {
  const name = useSetting('app_name')
  return (
    <div className="mx-auto grid max-w-[47rem] gap-6 px-4 py-6">
      <Link to="/" className="flex min-h-9 items-center gap-2 justify-self-start font-semibold">
        <BrandMark />
        {typeof name === 'string' ? name : null}
      </Link>
      {children}
    </div>
  )
}
