import { sendAnyCommand, sendCommand } from '@spawnpoint/contracts/servers'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button } from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'
import { useState, type FormEvent, type KeyboardEvent } from 'react'

const mostRemembered = 50
const longestCommand = 500

/** Commands of this visit: kept in memory alone, since they may hold secrets. */
const histories = new Map<string, readonly string[]>()

/** The arrow keys walk through earlier commands, as in a terminal. */
const useHistory = (id: string) => {
  const [text, setText] = useState('')
  const [back, setBack] = useState(0)
  const past = histories.get(id) ?? []
  const show = (steps: number) => {
    const wanted = Math.min(Math.max(steps, 0), past.length)
    setBack(wanted)
    setText(wanted === 0 ? '' : (past[past.length - wanted] ?? ''))
  }
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    show(back + (event.key === 'ArrowUp' ? 1 : -1))
  }
  const remember = (command: string) => {
    histories.set(id, [...past.filter((each) => each !== command), command].slice(-mostRemembered))
    setBack(0)
    setText('')
  }
  return { text, setText, move, remember }
}

export const CommandForm = ({ id, isOwn, isOffline }: { id: string; isOwn: boolean; isOffline: boolean }) => {
  const t = useT()
  const explain = useExplain()
  const { text, setText, move, remember } = useHistory(id)
  const send = useAction(isOwn ? sendCommand : sendAnyCommand)
  const command = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (command === '' || send.isPending) return
    send.mutate({ params: { id }, body: { command } }, { onSuccess: () => remember(command) })
  }
  return (
    <div>
      {send.error && <Alert tone="danger">{explain(send.error)}</Alert>}
      <form className="console-form" onSubmit={submit}>
        <input
          className="sp-input min-w-0 flex-1 font-mono"
          aria-label={t('console.command')}
          placeholder={t(isOffline ? 'console.commandOffline' : 'console.commandHint')}
          value={text}
          maxLength={longestCommand}
          disabled={isOffline}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={move}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<Send aria-hidden />}
          disabled={isOffline || command === ''}
          loading={send.isPending}
        >
          {t('console.send')}
        </Button>
      </form>
    </div>
  )
}
