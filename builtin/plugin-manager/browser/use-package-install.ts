import { giveProof } from '@spawnpoint/contracts/auth'
import {
  discardReview,
  installPackage,
  listPlugins,
  reviewPackage,
  type PackageReviewView,
  type PluginView,
} from '@spawnpoint/contracts/plugin-manager'
import { useCall, useExplain, useHost, useProof, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'

/** Suggested isolation: upgrades keep their setting, unsigned packages run isolated. */
function isolationFor({ plugin, isolation, signature }: PackageReviewView, plugins: readonly PluginView[]) {
  if (!isolation.canIsolate) return false
  const now = plugins.find(({ id, isLeftover }) => id === plugin && !isLeftover)?.isolation
  if (!now) return signature.state !== 'valid'
  return (
    (now.server === 'worker' && isolation.server === 'process') ||
    (now.browser === 'frame' && isolation.browser === 'page')
  )
}

/** From a file to an installed plugin: the server reads it, the operator reads what it asks for, and agrees or not. */
export function usePackageInstall(plugins: readonly PluginView[], refetch: () => Promise<unknown>) {
  const t = useT()
  const host = useHost()
  const call = useCall()
  const explain = useExplain()
  const { proof, prove } = useProof(giveProof)
  const install = useAction(installPackage, { refreshes: [listPlugins] })
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [review, setReview] = useState<PackageReviewView | null>(null)
  const [isolated, setIsolated] = useState(false)

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  const forget = () => {
    setReview(null)
    setFailure(null)
    setIsolated(false)
  }
  const discard = () => {
    // It expires by itself: nobody has to wait for the farewell, or hear that it failed.
    if (review) call(discardReview, { params: { review: review.id } }).catch(() => undefined)
    forget()
  }
  return {
    isOpen,
    busy,
    failure,
    review,
    isolated,
    proof,
    setIsolated,
    open: () => setOpen(true),
    close() {
      discard()
      setOpen(false)
    },
    startOver: discard,
    choose: (file: File) =>
      void run(async () => {
        const body = new Blob([file], { type: 'application/zip' })
        const answer = await prove(() => call(reviewPackage, { body }))
        setReview(answer.review)
        setIsolated(isolationFor(answer.review, plugins))
      }),
    agree: () =>
      void run(async () => {
        if (!review) return
        const { id, consent, title } = review
        try {
          await prove(() =>
            install.mutateAsync({
              params: { review: id },
              body: { consent, ...(review.isolation.canIsolate && { isolated }) },
            }),
          )
        } catch (error) {
          // The version before runs on, and its row says why.
          await refetch()
          throw error
        }
        forget()
        setOpen(false)
        host.notify.toast({ title: t('install.done', { name: title }), tone: 'success' })
        await host.refreshSession('refresh')
      }),
  }
}

export type PackageInstall = ReturnType<typeof usePackageInstall>
