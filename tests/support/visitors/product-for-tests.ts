import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { startProduct, type Product } from './start-product.ts'

/** Runs work and answers what it printed. */
async function printedBy(work: () => Promise<void>): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)))
  await work().finally(() => log.mockRestore())
  return lines.join('\n')
}

/** One product for all tests of a file, and the text that its start and another one print. */
export function productForTests(): {
  readonly product: Product
  readonly printed: string
  startAgain(): Promise<string>
} {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-auth-'))
  let product: Product | null = null
  let printed = ''
  beforeAll(async () => {
    printed = await printedBy(async () => {
      product = await startProduct({ dataDir })
    })
  })
  afterAll(async () => {
    await product?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const running = (): Product => {
    if (!product) throw new Error('The product is there from beforeAll on.')
    return product
  }
  return {
    get product() {
      return running()
    },
    get printed() {
      return printed
    },
    startAgain: () => printedBy(running().startAgain),
  }
}
