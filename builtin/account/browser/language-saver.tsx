import { savePreferences, UNSAVED_LANGUAGE } from '@spawnpoint/contracts/account'
import { useHost, useSession, type BrowserHost } from '@spawnpoint/sdk/browser'
import { languages } from '@spawnpoint/sdk/common'
import { useEffect } from 'react'

/** Saves the language that waits. One that is refused waits for the next page load. */
async function saveWaiting(host: BrowserHost): Promise<void> {
  const { storage } = host
  const waiting = languages.find(({ id }) => id === storage.get(UNSAVED_LANGUAGE))
  if (!waiting) return
  try {
    await host.call(savePreferences, { body: { locale: waiting.id } })
    if (storage.get(UNSAVED_LANGUAGE) === waiting.id) storage.remove(UNSAVED_LANGUAGE)
  } catch (error) {
    host.notify.toast({ title: host.explain('account', error), tone: 'danger' })
  }
}

/** Keeps each chosen language with the account, wherever it is chosen: emails are written in it, and other devices show it. */
export default function LanguageSaver() {
  const host = useHost()
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  // Staff who act in a customer's place choose for themselves.
  const isImpersonated = useSession(({ user }) => user['impersonated'] === true)
  useEffect(() => {
    if (isImpersonated) return undefined
    if (isSignedIn) void saveWaiting(host)
    const tap = host.hooksOf('account').on('localeChanged', (locale) => {
      host.storage.set(UNSAVED_LANGUAGE, locale)
      if (isSignedIn) void saveWaiting(host)
    })
    return () => tap.dispose()
  }, [host, isSignedIn, isImpersonated])
  useEffect(
    () =>
      host.session.subscribe((now, before) => {
        // The next person chooses anew.
        if (before.status === 'signed-in' && now.status === 'signed-out')
          host.storage.remove(UNSAVED_LANGUAGE)
      }),
    [host],
  )
  return null
}
