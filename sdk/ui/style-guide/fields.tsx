import {
  Card,
  Checkbox,
  PasswordField,
  SearchField,
  Select,
  Slider,
  Switch,
  TextArea,
  TextField,
} from '@spawnpoint/sdk/ui'

const plans = [
  { value: 'small', label: 'Small' },
  { value: 'large', label: 'Large' },
]

/** Fields, alone and with hint, error, value and disabled. */
export const Fields = ({ name }: { name: string }) => (
  <Card title="Fields">
    <div className="sp-form">
      <TextField label="Name" placeholder="My server" hint="3–32 characters" name={`${name}-name`} />
      <TextField
        label="Address"
        defaultValue="not an address"
        error="Enter a valid address"
        name={`${name}-address`}
      />
      <TextField label="Optional" optional name={`${name}-optional`} />
      <TextField label="Disabled" disabled defaultValue="Fixed" name={`${name}-disabled`} />
      <PasswordField label="Password" name={`${name}-password`} />
      <TextArea label="Description" name={`${name}-description`} />
      <Select label="Plan" options={plans} name={`${name}-plan`} />
      <SearchField label="Search" value="" onSearch={() => {}} />
      <Checkbox label="Accept the terms" />
      <Slider label="Opacity" value={0.95} min={0.1} max={1} step={0.05} onChange={() => undefined} />
      <Switch label="Off" />
      <Switch label="On" defaultChecked />
      <Switch label="On and disabled" defaultChecked disabled />
    </div>
  </Card>
)
