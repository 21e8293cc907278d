import { autocompletion, completionKeymap, type CompletionContext } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'

interface Placeholder {
  readonly name: string
  readonly sample: string
}

export interface BodyEditorProps {
  readonly label: string
  readonly value: string
  readonly placeholders: readonly Placeholder[]
  readonly isInvalid: boolean
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  /** Gets what puts a text in the place of the selection, and null when the editor goes. */
  readonly onReady: (insert: ((text: string) => void) | null) => void
}

const look = EditorView.theme({
  '&': { color: 'var(--color-text)', fontSize: '0.8125rem', minHeight: '16rem', maxHeight: '32rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--color-text)' },
  '.cm-line': { padding: '0 0.625rem' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--color-accent) 28%, transparent) !important',
  },
  '.placeholder-known': {
    color: 'var(--color-accent-text)',
    background: 'color-mix(in srgb, var(--color-accent) 14%, transparent)',
    borderRadius: '4px',
  },
  '.placeholder-unknown': {
    color: 'var(--color-danger)',
    textDecoration: 'underline wavy var(--color-danger)',
  },
  '.cm-tooltip': {
    background: 'var(--color-raised)',
    border: '1px solid var(--color-border)',
    borderRadius: 'var(--radius-lg)',
    boxShadow: 'var(--shadow-raised)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '0.25rem 0.625rem',
    color: 'var(--color-text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--color-hover)',
    color: 'var(--color-text)',
  },
  '.cm-completionDetail': { color: 'var(--color-muted)', fontStyle: 'normal', marginLeft: '1rem' },
})

const markPlaceholders = (known: ReadonlySet<string>): Extension => {
  const matcher = new MatchDecorator({
    regexp: /\{\{\s*([\w-]{1,40})\s*\}\}/g,
    decoration: ([, name = '']) =>
      Decoration.mark({ class: known.has(name) ? 'placeholder-known' : 'placeholder-unknown' }),
  })
  return ViewPlugin.fromClass(
    class {
      marks: DecorationSet
      constructor(view: EditorView) {
        this.marks = matcher.createDeco(view)
      }
      update(update: ViewUpdate) {
        this.marks = matcher.updateDeco(update, this.marks)
      }
    },
    { decorations: ({ marks }) => marks },
  )
}

/** Offers the placeholders of this email behind two braces. */
const complete = (placeholders: readonly Placeholder[]) => (context: CompletionContext) => {
  const typed = context.matchBefore(/\{\{\s*[\w-]*/)
  if (!typed) return null
  return {
    from: typed.from,
    options: placeholders.map(({ name, sample }) => ({
      label: `{{${name}}}`,
      detail: sample,
      type: 'variable',
    })),
    validFor: /^\{\{\s*[\w-]*$/,
  }
}

const editing = (placeholders: readonly Placeholder[]): readonly Extension[] => [
  history(),
  // Tab leaves the editor, as in every other field.
  keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
  autocompletion({ override: [complete(placeholders)], icons: false }),
  markPlaceholders(new Set(placeholders.map(({ name }) => name))),
  EditorView.lineWrapping,
  look,
]

const namesFor = (label: string, isInvalid: boolean) =>
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-multiline': 'true',
    ...(isInvalid && { 'aria-invalid': 'true' }),
  })

/**
 * The body as Markdown with its placeholders marked. It lives in a shadow root: there its styles are constructed sheets,
 * which the content security policy of the page allows, and no style element.
 */
const BodyEditor = (props: BodyEditorProps) => {
  const { label, value, isInvalid } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  const names = useRef(new Compartment())
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const { value: doc, placeholders: offered, label: name, isInvalid: isWrong } = latest.current
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc,
        extensions: [
          ...editing(offered),
          names.current.of(namesFor(name, isWrong)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
            if (update.focusChanged && !update.view.hasFocus) latest.current.onBlur()
          }),
        ],
      }),
    })
    view.current = editor
    latest.current.onReady((text) => {
      editor.dispatch(editor.state.replaceSelection(text))
      editor.focus()
    })
    return () => {
      latest.current.onReady(null)
      view.current = null
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: names.current.reconfigure(namesFor(label, isInvalid)) })
  }, [label, isInvalid])
  return (
    <div
      ref={host}
      className={`min-h-64 rounded-md border bg-surface focus-within:border-focus ${isInvalid ? 'border-danger' : 'border-control'}`}
    />
  )
}

export default BodyEditor
