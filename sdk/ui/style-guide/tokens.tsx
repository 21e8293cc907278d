import { Card } from '@spawnpoint/sdk/ui'

const surfaces = ['bg', 'surface', 'raised', 'sunken', 'hover', 'border', 'control']
const texts = ['text', 'muted', 'subtle', 'accent-text', 'danger', 'warning', 'success', 'info']
const fills = ['accent', 'accent-strong', 'danger-fill', 'danger-strong']
const sizes = ['3xl', '2xl', 'xl', 'lg', 'base', 'sm', 'xs']
const radii = ['xs', 'sm', 'md', 'lg', 'xl', '2xl']

const line = { display: 'flex', flexWrap: 'wrap', gap: '0.75rem' } as const

const Swatch = ({ name, color }: { name: string; color?: string }) => (
  <span style={{ display: 'grid', gap: '0.25rem', fontSize: 'var(--text-xs)' }}>
    <span
      style={{
        width: '4.5rem',
        height: '2.5rem',
        border: '1px solid var(--color-border)',
        borderRadius: 'var(--radius-md)',
        background: `var(--color-${name})`,
        color,
      }}
    />
    {name}
  </span>
)

/** Surfaces, text colors, type scale and radii. */
export const Tokens = () => (
  <>
    <Card title="Surfaces">
      <div style={line}>
        {[...surfaces, ...fills].map((name) => (
          <Swatch key={name} name={name} />
        ))}
      </div>
    </Card>
    <Card title="Text colors">
      {texts.map((name) => (
        <p key={name} style={{ color: `var(--color-${name})` }}>
          {name}: Skyblock restarts in five minutes
        </p>
      ))}
    </Card>
    <Card title="Type scale">
      {sizes.map((size) => (
        <p
          key={size}
          style={{
            fontSize: `var(--text-${size})`,
            lineHeight: 1.4,
            fontWeight: size.includes('xl') ? 600 : 400,
          }}
        >
          {size}: Your servers
        </p>
      ))}
    </Card>
    <Card title="Radii">
      <div style={line}>
        {radii.map((radius) => (
          <span
            key={radius}
            style={{
              padding: '0.75rem 1rem',
              border: '1px solid var(--color-control)',
              borderRadius: `var(--radius-${radius})`,
            }}
          >
            {radius}
          </span>
        ))}
      </div>
    </Card>
  </>
)
