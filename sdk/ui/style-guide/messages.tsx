import {
  Alert,
  Badge,
  Card,
  Empty,
  ErrorCard,
  Forbidden,
  PageSkeleton,
  RoleBadge,
  Spinner,
  Status,
  type Tone,
} from '@spawnpoint/sdk/ui'

const tones: readonly Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger', 'info']

/** Alerts, badges, and the states of a page. */
export const Messages = () => (
  <>
    <Card title="Messages">
      {tones.map((tone) => (
        <div key={tone} style={{ marginBottom: '0.5rem' }}>
          <Alert tone={tone} title={`An alert that is ${tone}`}>
            One sentence that says what to do.
          </Alert>
        </div>
      ))}
      <p className="sp-actions">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {tones.map((tone) => (
          <Status key={tone} tone={tone}>
            {tone}
          </Status>
        ))}
        <RoleBadge name="Support" color="#0d9488" />
        <RoleBadge name="Nearly white" color="#fefefe" />
        <Spinner />
      </p>
    </Card>
    <Empty title="No servers yet" text="Create your first server. It takes under two minutes." />
    <ErrorCard message="The panel did not answer." requestId="req-1" onRetry={() => {}} />
    <Forbidden />
    <PageSkeleton />
  </>
)
