import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { startProduct, type Product } from './start-product.ts'

/** One product for all tests of a file, and what it printed when it started. */
export function productForTests(): { readonly product: Product; readonly printed: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-auth-'))
  let product: Product | null = null
  let printed = ''
  beforeAll(async () => {
    const log = vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
      printed += `${String(line)}\n`
    })
    product = await startProduct({ dataDir })
    log.mockRestore()
  })
  afterAll(async () => {
    await product?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    get product() {
      if (!product) throw new Error('The product is there from beforeAll on.')
      return product
    },
    get printed() {
      return printed
    },
  }
}
