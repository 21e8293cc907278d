import { frameWays } from './frame-ways.ts'

/**
 * Lets the browser save a file under a name.
 *
 * @example saveFile('notes.txt', new Blob(['Hello'], { type: 'text/plain' }))
 */
export function saveFile(name: string, content: Blob): void {
  if (frameWays.saveFile) return frameWays.saveFile(name, content)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
