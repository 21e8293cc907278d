/**
 * Lets the browser save a file under a name.
 *
 * @example saveFile('notes.txt', new Blob(['Hello'], { type: 'text/plain' }))
 */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
