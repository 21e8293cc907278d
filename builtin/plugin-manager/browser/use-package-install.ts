import {
  discardReview,
  findReview,
  installPackage,
  listPlugins,
  reviewPackage,
  type PackageReviewView,
  type PluginView,
} from '@spawnpoint/contracts/plugin-manager'
import { useCall, useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import type { IsolationChoice } from './package-isolation.tsx'
import { useConsentAnswers } from './use-consent-answers.ts'

const isolated: IsolationChoice = { isolated: true, inProcess: false }

/** Suggested isolation: upgrades keep their setting, pages of unsigned packages are framed. */
function suggest(
  { plugin, isolation, signature }: PackageReviewView,
  plugins: readonly PluginView[],
): IsolationChoice {
  const now = plugins.find(({ id, isLeftover }) => id === plugin && !isLeftover)?.isolation
  return {
    isolated: isolation.canIsolate && (now ? now.browser === 'frame' : signature.state !== 'valid'),
    inProcess: isolation.server === 'process' && now?.server === 'process',
  }
}

/** Says what became of a package. */
const outcomes: Readonly<Record<PackageReviewView['action'], string>> = {
  install: 'install.done',
  same: 'install.done',
  upgrade: 'install.doneUpgrade',
  downgrade: 'install.doneDowngrade',
}

/** Work on a package: whether it runs, and why it failed. */
function useWork() {
  const explain = useExplain()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
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
  return { busy, failure, run, clearFailure: () => setFailure(null) }
}

/** A package as the server read it, and how the operator wants it run. */
function useReviewed(plugins: readonly PluginView[]) {
  const [review, setReview] = useState<PackageReviewView | null>(null)
  const [choice, setChoice] = useState(isolated)
  const call = useCall()
  const reauthenticate = useReauthenticate()
  const show = (found: PackageReviewView) => {
    setReview(found)
    setChoice(suggest(found, plugins))
  }
  const clear = () => {
    setReview(null)
    setChoice(isolated)
  }
  return {
    review,
    choice,
    setChoice,
    clear,
    async read(file: File) {
      const body = new Blob([file], { type: 'application/zip' })
      show((await reauthenticate(() => call(reviewPackage, { body }))).review)
    },
    find: async (id: string) => show((await call(findReview, { params: { review: id } })).review),
    discard() {
      // It expires by itself: nobody has to wait for the farewell, or hear that it failed.
      if (review) call(discardReview, { params: { review: review.id } }).catch(() => undefined)
      clear()
    },
  }
}

/** From a file to an installed plugin: the server reads it, the operator reads what it asks for, and agrees or not. */
export function usePackageInstall(plugins: readonly PluginView[], refetch: () => Promise<unknown>) {
  const t = useT()
  const host = useHost()
  const reauthenticate = useReauthenticate()
  const answers = useConsentAnswers()
  const install = useAction(installPackage, { refreshes: [listPlugins] })
  const [isOpen, setOpen] = useState(false)
  const { busy, failure, run, clearFailure } = useWork()
  const { review, choice, setChoice, read, find, discard, clear } = useReviewed(plugins)

  const startOver = () => {
    discard()
    clearFailure()
  }
  const agree = async () => {
    if (!review) return
    const { id, consent, title, action, version } = review
    try {
      await reauthenticate(() =>
        install.mutateAsync({ params: { review: id }, body: { consent, ...choice } }),
      )
    } catch (error) {
      // The version before runs on, and its row says why.
      await refetch()
      throw error
    }
    await answers.save()
    clear()
    clearFailure()
    setOpen(false)
    host.notify.toast({ title: t(outcomes[action], { name: title, version }), tone: 'success' })
    await host.refreshSession('refresh')
  }
  return {
    isOpen,
    busy,
    failure,
    review,
    choice,
    answers,
    setChoice,
    open: () => setOpen(true),
    close() {
      startOver()
      setOpen(false)
    },
    startOver,
    /** Shows a package that another page has handed to the server. */
    resume(id: string) {
      setOpen(true)
      void run(() => find(id))
    },
    choose: (file: File) => void run(() => read(file)),
    agree: () => void run(agree),
  }
}

export type PackageInstall = ReturnType<typeof usePackageInstall>
