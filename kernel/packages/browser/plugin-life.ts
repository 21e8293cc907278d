/** Resources that a plugin created through its context; all of them end with the plugin. */
export interface PluginLife {
  isOver(): boolean
  /** Returns what forgets the undo, for things that end by themselves. */
  own(undo: () => void): () => void
  end(): void
}

export const createPluginLife = (): PluginLife => {
  const undos = new Set<() => void>()
  let over = false
  return {
    isOver: () => over,
    own: (undo) => {
      if (over) undo()
      else undos.add(undo)
      return () => undos.delete(undo)
    },
    end: () => {
      over = true
      for (const undo of undos) undo()
      undos.clear()
    },
  }
}
