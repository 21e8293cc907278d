import {
  Button,
  Card,
  CopyButton,
  IconButton,
  LinkButton,
  Menu,
  TextLink,
  Tooltip,
  type ButtonVariant,
} from '@spawnpoint/sdk/ui'
import { Pencil, Plus, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { showDialog } from '../dialogs.ts'
import { toasts } from '../toasts.ts'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger', 'danger-quiet']

/** Buttons, links and menus. */
export const Actions = () => (
  <Card title="Actions">
    {variants.map((variant) => (
      <p key={variant} className="sp-actions" style={{ marginBottom: '0.5rem' }}>
        <Button variant={variant}>{variant}</Button>
        <Button variant={variant} icon={<Plus aria-hidden />}>
          Icon
        </Button>
        <Button variant={variant} size="sm">
          Small
        </Button>
        <Button variant={variant} size="lg">
          Large
        </Button>
        <Button variant={variant} loading>
          Loading
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
      </p>
    ))}
    <div className="sp-actions">
      <LinkButton to="#actions">Link button</LinkButton>
      <TextLink to="#actions">Text link</TextLink>
      <IconButton label="Edit" icon={<Pencil aria-hidden />} />
      <CopyButton value="play.example.com:25565" />
      <Tooltip text="A short explanation">
        <Button>Tooltip</Button>
      </Tooltip>
      <Menu
        label="Menu"
        items={[
          { id: 'head', heading: 'Server' },
          { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => {} },
          { id: 'off', label: 'Not available', disabled: true, onSelect: () => {} },
          { id: 'rule', separator: true },
          { id: 'delete', label: 'Delete', danger: true, icon: <Trash2 aria-hidden />, onSelect: () => {} },
        ]}
      />
      <Button onClick={() => toasts.show({ title: 'Server started', tone: 'success' })}>Toast</Button>
      <Button onClick={() => void showDialog({ title: 'Delete “Skyblock”?', text: "This can't be undone." })}>
        Dialog
      </Button>
    </div>
  </Card>
)
