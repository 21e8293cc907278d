/** Ad blockers hide elements with names like these. The element is empty and outside of the visible page. */
export async function findAdBlocker(): Promise<boolean> {
  const bait = document.createElement('div')
  bait.className = 'ad-banner adsbox ad-placement pub_300x250 text-ads'
  bait.setAttribute('aria-hidden', 'true')
  Object.assign(bait.style, {
    position: 'absolute',
    insetInlineStart: '-9999px',
    width: '10px',
    height: '10px',
  })
  document.body.append(bait)
  // Blockers insert their style sheets before the next frame is drawn.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const isHidden = getComputedStyle(bait).display === 'none'
  bait.remove()
  return isHidden
}
