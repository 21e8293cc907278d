import {
  Avatar,
  Card,
  Code,
  Kbd,
  KeyValue,
  Meter,
  Pagination,
  ProgressBar,
  RowLink,
  Stat,
  Status,
  Table,
  Tabs,
  type Column,
} from '@spawnpoint/sdk/ui'

interface Server {
  readonly id: number
  readonly name: string
  readonly memory: number
}

const servers: readonly Server[] = [
  { id: 1, name: 'Skyblock', memory: 4 },
  {
    id: 2,
    name: 'A name that is so long that it takes more than one line of every table it is in',
    memory: 16,
  },
]

const columns: readonly Column<Server>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    lead: ({ name }) => <Avatar name={name} size="sm" />,
    cell: ({ id, name }) => <RowLink to={`#server-${id}`}>{name}</RowLink>,
  },
  { id: 'status', header: 'Status', phone: 'badge', cell: () => <Status tone="success">Running</Status> },
  { id: 'memory', header: 'Memory (GB)', align: 'end', cell: ({ memory }) => memory },
]

/** Tables as columns and as rows of a phone, figures and meters. */
export const Data = () => (
  <>
    <Card title="Table" flush>
      <Table
        caption="Servers"
        columns={columns}
        rows={servers}
        rowKey={({ id }) => id}
        sort={{ column: 'name', direction: 'ascending' }}
        onSort={() => {}}
      />
    </Card>
    <Card title="Table, loading" flush>
      <Table
        caption="Servers, loading"
        columns={columns}
        rows={undefined}
        rowKey={({ id }) => id}
        loading
        skeletonRows={2}
      />
    </Card>
    <Pagination onNext={() => {}}>2 servers</Pagination>
    <Card title="Figures">
      <div className="sp-meters">
        <Meter label="Memory" value={3} max={8} format={(value) => `${value} GB`} />
        <Meter label="Almost full" value={15} max={16} />
        <Meter label="Full" value={8} max={8} />
      </div>
      <ProgressBar label="Installing" value={0.4} />
      <ProgressBar label="Waiting" />
      <Stat label="Coins" value="1,240" note="12 today" />
      <KeyValue
        items={[
          { label: 'Address', value: <Code>play.example.com:25565</Code> },
          { label: 'Shortcut', value: <Kbd>Ctrl K</Kbd> },
        ]}
      />
      <Avatar name="Ada" size="lg" /> <Avatar name="Grace Hopper" /> <Avatar name="Edith" size="sm" />
    </Card>
    <Tabs
      label="Tabs"
      tabs={[
        { id: 'one', label: 'Overview', content: <p>The first panel.</p> },
        { id: 'two', label: 'Activity', content: <p>The second panel.</p> },
      ]}
    />
  </>
)
