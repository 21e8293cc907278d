import { parseArgs } from 'node:util'

/** Something the author can mend; told in the words of its message, without a stack. */
export class ToolProblem extends Error {}

interface OptionText {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** Description shown in the help. */
  readonly about: string
  /** How the help writes its value. */
  readonly value?: string
}

/** Arguments of a command. */
export interface CommandInput {
  readonly words: readonly string[]
  text(option: string): string | undefined
  /** True or false when the flag or its `--no-` form was given. */
  flag(option: string): boolean | undefined
}

/** One of the commands of `spawnpoint-plugin`. */
export interface PluginCommand {
  readonly usage: string
  readonly summary: string
  readonly options: Readonly<Record<string, OptionText>>
  /** The most words it takes; all that follow when left out. */
  readonly words?: number
  /** Resolves to whether all is well; what is not, it has told already. */
  run(input: CommandInput): Promise<boolean>
}

const nameOf = (option: string, { short, value, type }: OptionText) =>
  `--${option}${type === 'string' ? ` <${value ?? option}>` : ''}${short ? `, -${short}` : ''}`

/** Text printed by `--help`. */
export function helpOf(program: string, name: string, command: PluginCommand): string {
  const options = Object.entries({ ...command.options, help: helpOption })
  const width = Math.max(...options.map(([option, text]) => nameOf(option, text).length)) + 2
  return [
    command.summary,
    '',
    `  ${program} ${name} ${command.usage}`.trimEnd(),
    '',
    ...options.map(([option, text]) => `  ${nameOf(option, text).padEnd(width)}${text.about}`),
  ].join('\n')
}

const helpOption: OptionText = { type: 'boolean', short: 'h', about: 'this text' }

/** Reads the words and options after the command's name. Throws {@link ToolProblem} for one that it does not know. */
export function readInput(command: PluginCommand, args: readonly string[]): CommandInput & { help: boolean } {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, help: helpOption }).map(([name, { type, short }]) => [
      name,
      { type, ...(short ? { short } : {}) },
    ]),
  )
  try {
    const config = { args: [...args], options, allowPositionals: true, allowNegative: true } as const
    const { values, positionals } = parseArgs(config)
    const extra = positionals[command.words ?? Number.POSITIVE_INFINITY]
    if (extra !== undefined) throw new Error(`'${extra}' is one word too many`)
    const flag = (name: string) => {
      const value = values[name]
      return typeof value === 'boolean' ? value : undefined
    }
    return {
      words: positionals,
      flag,
      help: flag('help') ?? false,
      text: (name) => {
        const value = values[name]
        return typeof value === 'string' ? value : undefined
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new ToolProblem(`${reason}: see --help.`, { cause: error })
  }
}
