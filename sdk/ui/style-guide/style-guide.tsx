import { Button, Page } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { Actions } from './actions.tsx'
import { Data } from './data.tsx'
import { Fields } from './fields.tsx'
import { Messages } from './messages.tsx'
import { Tokens } from './tokens.tsx'

const themes = ['light', 'dark'] as const

/** Every component of the kit in every state, in one theme or in both side by side. */
export const StyleGuide = () => {
  const [shown, setShown] = useState<readonly (typeof themes)[number][]>(themes)
  return (
    <div style={{ padding: '2rem 1rem' }}>
      <Page
        title="Style guide"
        description="Every component in every state. This page exists only while the product runs from its sources."
        width="wide"
        actions={
          <>
            <Button onClick={() => setShown(themes)}>Both themes</Button>
            <Button onClick={() => setShown(['light'])}>Light</Button>
            <Button onClick={() => setShown(['dark'])}>Dark</Button>
          </>
        }
      >
        <div
          style={{
            display: 'grid',
            gap: '1rem',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 22rem), 1fr))',
          }}
        >
          {shown.map((theme) => (
            <section
              key={theme}
              aria-label={theme}
              style={{
                colorScheme: theme,
                display: 'grid',
                gap: '1rem',
                alignContent: 'start',
                minWidth: 0,
                padding: '1rem',
                borderRadius: 'var(--radius-2xl)',
                background: 'var(--color-bg)',
                color: 'var(--color-text)',
              }}
            >
              <Tokens />
              <Actions />
              <Fields name={theme} />
              <Messages />
              <Data />
            </section>
          ))}
        </div>
      </Page>
    </div>
  )
}
