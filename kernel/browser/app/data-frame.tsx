import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSession } from '@spawnpoint/sdk/browser'

/** Gives pages the cache of server data; what one person saw is gone before the next one looks. */
export const DataFrame = ({ children }: { children: ReactNode }) => {
  const { user, status } = useSession()
  const person = status === 'signed-in' ? String(user['uuid'] ?? '') : null
  const last = useRef(person)
  useEffect(() => {
    if (last.current !== null && last.current !== person) forgetAnswers()
    if (person !== null) last.current = person
  }, [person])
  return <DataProvider>{children}</DataProvider>
}
