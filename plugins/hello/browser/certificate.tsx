import { usePlugin } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button } from '@spawnpoint/sdk/ui'
import { certify, readCertificate } from '../contract/index.ts'
import manifest from '../manifest.ts'

const Text = ({ id }: { id: string }) => {
  const { data } = useEndpoint(readCertificate, { params: { id } })
  return data ? <pre className="hello-certificate">{data.text}</pre> : null
}

/** Keeps a file on the server and shows it again. */
export const Certificate = () => {
  const { t, explain, notify } = usePlugin(manifest)
  const action = useAction(certify)
  const onCertify = async () => {
    try {
      await action.mutateAsync({})
    } catch (error) {
      notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button onClick={() => void onCertify()}>{t('certify')}</Button>
      {action.data && <Text id={action.data.id} />}
    </div>
  )
}
