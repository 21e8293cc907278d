import { createContext, useContext } from 'react'
import type { Kernel } from '../kernel.ts'

const KernelContext = createContext<Kernel | null>(null)

export const KernelProvider = KernelContext.Provider

export const useKernel = (): Kernel => {
  const kernel = useContext(KernelContext)
  if (!kernel) throw new Error('the shell is drawn inside <KernelProvider>')
  return kernel
}
