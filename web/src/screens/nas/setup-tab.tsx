import { Button, Select, Switch, TextInput } from '@mantine/core'
import type { Reply } from '@trunkline/contract/endpoint'
import { radiusAddressError } from '@trunkline/contract/radius-address'
import { installation } from '@trunkline/contract/resources/installation'
import { nas, type NasDevice } from '@trunkline/contract/resources/nas'
import { vendors, type Vendor } from '@trunkline/contract/resources/radius-enums'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/query.ts'
import type { ApiError } from '../../api/request.ts'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import classes from './nas.module.css'

type Commands = Reply<typeof nas.commands>['data']
interface SetupQuery {
  vendor: Vendor
  /** Empty: the configured server. */
  server: string
}
const queryOf = ({ vendor, server }: SetupQuery) => ({ vendor, ...(server === '' ? {} : { server }) })

/**
 * The configuration with the secret. Every request for it is recorded in the activity, so it is only sent on user action,
 * and the reply is not cached.
 */
function useSecretCommands(id: number) {
  const [commands, setCommands] = useState<Commands | null>(null)
  const [error, setError] = useState<unknown>(null)
  const generation = useRef(0)
  useEffect(() => () => void generation.current++, [])
  const clear = () => {
    generation.current++
    setCommands(null)
    setError(null)
  }
  const load = async (query: SetupQuery) => {
    clear()
    const mine = generation.current
    try {
      const { data } = await call(nas.commands, { params: { id }, query: { ...queryOf(query), with_secret: 'true' } })
      if (mine === generation.current) setCommands(data)
    } catch (cause) {
      if (mine === generation.current) setError(cause)
    }
  }
  return { commands, error, load, clear }
}

/** The configuration for the router, by vendor and with the server address that it can reach. */
export function SetupTab({ device }: { device: NasDevice }) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  useMessages()
  const [query, setQuery] = useState<SetupQuery>({ vendor: device.vendor, server: '' })
  const [typed, setTyped] = useState('')
  const [withSecret, setWithSecret] = useState(false)
  const plain = useCall(nas.commands, { params: { id: device.id }, query: queryOf(query) })
  const secret = useSecretCommands(device.id)
  // Only users who manage the NAS see its secret.
  const maySeeSecret = !device.inherited && canOn(nas.destroy, device)

  const change = (next: SetupQuery) => {
    setQuery(next)
    if (withSecret) void secret.load(next)
  }
  const invalid = typed.trim() === '' ? undefined : radiusAddressError(typed.trim())
  const applyServer = () => {
    const server = typed.trim()
    if (invalid === undefined && server !== query.server) change({ ...query, server })
  }
  const failure = withSecret ? secret.error : plain.error
  const commands = withSecret ? secret.commands : plain.data?.data
  const missing = (failure as ApiError | null)?.fields?.['server']

  return (
    <Card title={t('nas:setup.title')}>
      <p className={classes.lead}>{t('nas:setup.lead')}</p>
      <div className={classes.controls}>
        <Select
          label={t('nas:field.vendor')}
          data={vendors.map((vendor) => ({ value: vendor, label: t(`nas:value.vendor.${vendor}`) }))}
          allowDeselect={false}
          value={query.vendor}
          onChange={(vendor) => change({ ...query, vendor: vendor as Vendor })}
        />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            applyServer()
          }}
        >
          <TextInput
            label={t('nas:setup.server')}
            description={t('nas:setup.serverHelp')}
            placeholder={missing ? undefined : plain.data?.data.server}
            autoComplete="off"
            value={typed}
            error={invalid === undefined ? (missing ?? null) : textOf(invalid)}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={applyServer}
            rightSectionWidth="auto"
            rightSection={
              typed.trim() === query.server ? null : (
                <Button type="submit" size="compact-sm" mr={6}>
                  {t('nas:setup.useServer')}
                </Button>
              )
            }
          />
          {can(installation.update) && (missing || query.server !== '') ? (
            <TextLink to={paths.settings} size="sm">
              {t('nas:setup.saveDefault')}
            </TextLink>
          ) : null}
        </form>
        {maySeeSecret ? (
          <Switch
            className={classes.switch ?? ''}
            label={t('nas:setup.withSecret')}
            description={t('nas:setup.withSecretHelp')}
            checked={withSecret}
            onChange={(event) => {
              const on = event.currentTarget.checked
              setWithSecret(on)
              if (on) void secret.load(query)
              else secret.clear()
              announce(t(on ? 'nas:setup.secretOn' : 'nas:setup.secretOff'))
            }}
          />
        ) : null}
      </div>
      {missing ? null : failure ? (
        <ErrorNotice
          error={failure}
          inline
          retry={() => (withSecret ? void secret.load(query) : void plain.refetch())}
        />
      ) : commands ? (
        <>
          <div className={classes.codeHead}>
            <span>{t(`nas:setup.place.${commands.vendor}`)}</span>
            <CopyButton value={commands.text} label={t('nas:setup.copy')} />
          </div>
          <pre className={classes.code} tabIndex={0} role="group" aria-label={t('nas:setup.title')}>
            {commands.text}
          </pre>
          <ul className={classes.notes}>
            {commands.with_secret ? null : <li>{t('nas:setup.fillIn')}</li>}
            <li>
              {t('nas:setup.ports', {
                server: [commands.server, commands.server_2].filter(Boolean).join(', '),
                auth: commands.auth_port,
                acct: commands.acct_port,
              })}
            </li>
            <li>{t('nas:setup.coa', { address: device.address, port: commands.coa_port })}</li>
          </ul>
        </>
      ) : (
        <DetailSkeleton />
      )}
    </Card>
  )
}
