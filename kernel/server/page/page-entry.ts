import { LATER_ELEMENT, PAGE_MARKS, PLAN_PATH, type PageParts } from '../../common/plan.ts'

/** As `fetch` asks for it. */
const fetchPlan = `<link rel="preload" as="fetch" crossorigin href="${PLAN_PATH}">`

export interface PlacedEntry {
  /** What nothing is painted before. */
  readonly head: string
  readonly importMap: string
  readonly preload: string
  readonly body: string
  /** Of the script in the page, for the policy. */
  readonly hash: string | null
  /** The plan need not stand in the page. */
  readonly fetchesPlan: boolean
}

/** How the application is started: at once, or behind the paint of the first view, and then with all that it fetches. */
export function placeEntry(options: {
  readonly entry: PageParts['entry']
  readonly hasFirstView: boolean
  readonly importMap: string
  /** Tags of what else the page fetches: stylesheets, words, the page of the path. */
  readonly fetched: string
  readonly safeMode: boolean
  readonly nonce: string
}): PlacedEntry {
  const { entry, hasFirstView, importMap, fetched, safeMode, nonce } = options
  const atOnce = { head: '', importMap, hash: null, fetchesPlan: false }
  if (!entry) return { ...atOnce, preload: fetched, body: '' }
  const admitted = (tags: string): string => tags.replaceAll(PAGE_MARKS.nonce, nonce)
  const preload = `${fetched}${admitted(entry.preloads)}`
  if (!hasFirstView) return { ...atOnce, preload, body: admitted(entry.tag) }
  // Only the page itself is told that it is in safe mode.
  const later = `<template id="${LATER_ELEMENT}">${safeMode ? '' : fetchPlan}${preload}</template>`
  // It runs when the whole page has been read, and no frame comes before it: half of the first view would stand
  // elsewhere than the whole, and an empty frame would only delay it. Some browsers take no map behind a module script.
  const starter = `<script type="module" blocking="render" nonce="${nonce}">${entry.starter}</script>`
  return {
    head: `${importMap}${starter}`,
    importMap: '',
    preload: '',
    body: later,
    hash: entry.hash,
    fetchesPlan: !safeMode,
  }
}
