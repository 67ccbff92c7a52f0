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
interface Asked {
  vendor: Vendor
  /** Empty: the configured ones. */
  server: string
}
const queryOf = ({ vendor, server }: Asked) => ({ vendor, ...(server === '' ? {} : { server }) })

/**
 * The text with the secret. Every telling is written into the log, so it is asked for by hand only and never kept,
 * refetched or read from a store.
 */
function useTold(id: number) {
  const [reported, setTold] = useState<Commands | null>(null)
  const [error, setError] = useState<unknown>(null)
  const turn = useRef(0)
  useEffect(() => () => void turn.current++, [])
  const drop = () => {
    turn.current++
    setTold(null)
    setError(null)
  }
  const notify = async (requested: Asked) => {
    drop()
    const mine = turn.current
    try {
      const { data } = await call(nas.commands, {
        params: { id },
        query: { ...queryOf(requested), with_secret: 'true' },
      })
      if (mine === turn.current) setTold(data)
    } catch (cause) {
      if (mine === turn.current) setError(cause)
    }
  }
  return { told: reported, error, tell: notify, drop }
}

/** The configuration to paste at the router: for its maker, with the server's address as the router reaches it. */
export function SetupTab({ device }: { device: NasDevice }) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  useMessages()
  const [requested, setAsked] = useState<Asked>({ vendor: device.vendor, server: '' })
  const [typed, setTyped] = useState('')
  const [withSecret, setWithSecret] = useState(false)
  const plain = useCall(nas.commands, { params: { id: device.id }, query: queryOf(requested) })
  const { told: reported, error, tell: notify, drop } = useTold(device.id)
  // Telling the secret is for those who manage the NAS.
  const mayTell = !device.inherited && canOn(nas.destroy, device)

  const ask = (next: Asked) => {
    setAsked(next)
    if (withSecret) void notify(next)
  }
  const bad = typed.trim() === '' ? undefined : radiusAddressError(typed.trim())
  const applyServer = () => {
    const server = typed.trim()
    if (bad === undefined && server !== requested.server) ask({ ...requested, server })
  }
  const failure = withSecret ? error : plain.error
  const shown = withSecret ? reported : plain.data?.data
  const missing = (failure as ApiError | null)?.fields?.['server']

  return (
    <Card title={t('nas:setup.title')}>
      <p className={classes.lead}>{t('nas:setup.lead')}</p>
      <div className={classes.controls}>
        <Select
          label={t('nas:field.vendor')}
          data={vendors.map((vendor) => ({ value: vendor, label: t(`nas:value.vendor.${vendor}`) }))}
          allowDeselect={false}
          value={requested.vendor}
          onChange={(vendor) => ask({ ...requested, vendor: vendor as Vendor })}
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
            error={bad === undefined ? (missing ?? null) : textOf(bad)}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={applyServer}
            rightSectionWidth="auto"
            rightSection={
              typed.trim() === requested.server ? null : (
                <Button type="submit" size="compact-sm" mr={6}>
                  {t('nas:setup.useServer')}
                </Button>
              )
            }
          />
          {can(installation.update) && (missing || requested.server !== '') ? (
            <TextLink to={paths.settings} size="sm">
              {t('nas:setup.saveDefault')}
            </TextLink>
          ) : null}
        </form>
        {mayTell ? (
          <Switch
            className={classes.switch ?? ''}
            label={t('nas:setup.withSecret')}
            description={t('nas:setup.withSecretHelp')}
            checked={withSecret}
            onChange={(event) => {
              const on = event.currentTarget.checked
              setWithSecret(on)
              if (on) void notify(requested)
              else drop()
              announce(t(on ? 'nas:setup.secretOn' : 'nas:setup.secretOff'))
            }}
          />
        ) : null}
      </div>
      {missing ? null : failure ? (
        <ErrorNotice
          error={failure}
          inline
          retry={() => (withSecret ? void notify(requested) : void plain.refetch())}
        />
      ) : shown ? (
        <>
          <div className={classes.codeHead}>
            <span>{t(`nas:setup.place.${shown.vendor}`)}</span>
            <CopyButton value={shown.text} label={t('nas:setup.copy')} />
          </div>
          <pre className={classes.code} tabIndex={0} role="group" aria-label={t('nas:setup.title')}>
            {shown.text}
          </pre>
          <ul className={classes.notes}>
            {shown.with_secret ? null : <li>{t('nas:setup.fillIn')}</li>}
            <li>
              {t('nas:setup.ports', {
                server: [shown.server, shown.server_2].filter(Boolean).join(', '),
                auth: shown.auth_port,
                acct: shown.acct_port,
              })}
            </li>
            <li>{t('nas:setup.coa', { address: device.address, port: shown.coa_port })}</li>
          </ul>
        </>
      ) : (
        <DetailSkeleton />
      )}
    </Card>
  )
}
