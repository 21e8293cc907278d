import type { AdminCommand } from '@spawnpoint/sdk/server'

export interface NamedCommand extends AdminCommand {
  readonly plugin: string
  readonly name: string
}

export interface AdminCommands {
  list(): readonly NamedCommand[]
  /** Returns its undo. */
  add(plugin: string, name: string, command: AdminCommand): () => void
}

/** The operator's commands, as the plugins bring them. */
export function createAdminCommands(): AdminCommands {
  const commands = new Map<string, NamedCommand>()
  return {
    list: (): readonly NamedCommand[] => [...commands.values()],
    add(plugin: string, name: string, command: AdminCommand): () => void {
      const other = commands.get(name)
      if (other) throw new Error(`E_COMMAND_TWICE: ${name} is brought by ${other.plugin} and by ${plugin}`)
      commands.set(name, { ...command, plugin, name })
      return () => commands.delete(name)
    },
  }
}
