import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Reply } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useCall } from '../../api/query.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { errorText } from '../../ui/error-text.ts'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { StateBadge, UsedBy } from './badges.tsx'
import classes from './find-panel.module.css'
import { openKey, stepRows, writeOpen } from './open-nodes.ts'
import { useMayOn } from './subnet-rules.ts'
import { versionOfNet } from './version-of-net.ts'

type Found = Reply<typeof subnets.find>['data'][number]

/** Where an address or prefix is: the path to it, who holds it, what uses it, and the ways there. */
export function FindPanel({ text }: { text: string }) {
  const { t } = useTranslation()
  const found = useCall(subnets.find, { query: { query: text } })
  if (found.error)
    return (
      <div className={classes.panel}>
        <ErrorNotice inline error={found.error} title={t('ipam:find.failed')} retry={() => void found.refetch()} />
      </div>
    )
  if (!found.data || found.isPlaceholderData) return null
  const places = found.data.data
  return (
    <section className={classes.panel} aria-label={t('ipam:find.title', { text })}>
      {places.length === 0 ? <p className={classes.text}>{t('ipam:find.outside')}</p> : null}
      {places.map((place) => (
        <PlaceOf key={place.space_id} place={place} named={places.length > 1} />
      ))}
    </section>
  )
}

function PlaceOf({ place, named }: { place: Found; named: boolean }) {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const { subnet, address, free, path } = place
  const here = path.at(-1)
  if (!here) return <p className={classes.text}>{t('ipam:find.outside')}</p>
  const version = versionOfNet(here.net)
  const detail = (id: number) => paths.ipam.detail(version, id)
  const holder = address ?? (free === null ? subnet : null)
  return (
    <div className={classes.place}>
      <div className={classes.where}>
        {named ? <span className={classes.space}>{t('ipam:find.inSpace', { space: place.space_name })}</span> : null}
        <Breadcrumbs
          items={[
            ...path.map((step) => ({
              label: step.name ? `${step.net} ${step.name}` : step.net,
              to: detail(step.id),
            })),
            ...(address ? [{ label: address.ip }] : free ? [{ label: free }] : []),
          ]}
        />
        {holder ? (
          <dl className={classes.facts}>
            <div>
              <dt>{t('ipam:find.holder')}</dt>
              <dd>{holder.company_name || t('ipam:above')}</dd>
            </div>
            {holder.used_by ? (
              <div>
                <dt>{t('ipam:find.usedBy')}</dt>
                <dd>
                  <UsedBy of={holder.used_by} />
                </dd>
              </div>
            ) : null}
            <div>
              <dt>{t('ipam:find.state')}</dt>
              <dd>
                <StateBadge state={holder.state} />
              </dd>
            </div>
          </dl>
        ) : (
          <p className={classes.text}>{t('ipam:find.nobody', { net: free ?? here.net })}</p>
        )}
      </div>
      <div className={classes.ways}>
        {free && subnet && !subnet.hosts && mayOn(subnets.store, subnet) ? (
          <LinkButton
            size="compact-sm"
            variant="light"
            to={paths.ipam.create(version)}
            search={{ parent: String(subnet.id), net: free }}
          >
            {t('ipam:find.allocate', { net: free })}
          </LinkButton>
        ) : null}
        <ShowInTree path={path} version={version} />
        <LinkButton
          size="compact-sm"
          variant="default"
          to={detail(here.id)}
          search={address ? { tab: 'addresses', q: address.ip } : {}}
        >
          {t(address ? 'ipam:find.openAddress' : 'ipam:find.open', { net: here.net })}
        </LinkButton>
      </div>
    </div>
  )
}

/** How long a row is waited for, in milliseconds. */
const patience = 5000

/** Puts the focus on the row of a subnet once it is drawn. */
function focusRow(id: number): void {
  const look = () => {
    const row = document.querySelector<HTMLElement>(`[role='treegrid'] [data-row="${id}"]`)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    return row !== null
  }
  if (look()) return
  const observer = new MutationObserver(() => look() && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), patience)
}

/** Rows of one node that are looked through for the next. */
const farthest = 200
/** Pages of topmost subnets that are looked through for the one to open. */
const maxPages = 20

/** Opens the tree down to a node, on the page that its topmost subnet is on, and puts the focus on it. */
function ShowInTree({ path, version }: { path: Found['path']; version: 'ipv4' | 'ipv6' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const company = useCompanyContext()
  const [pending, setPending] = useState(false)
  const [root] = path
  if (!root) return null

  const pageOf = async (): Promise<number | undefined> => {
    for (let page = 1; page <= maxPages; page++) {
      const { data, meta } = await call(subnets.index, {
        query: { ip_version: version, ends: 0, page, ...(company.id ? { company: company.id } : {}) },
      })
      if (data.some((row) => row.id === root.id)) return page
      if (meta.pagination.last_page <= page) return undefined
    }
    return undefined
  }
  /** How many rows each node must show for the next one to be among them; ends early where it stands too far down. */
  const steps = async () => {
    const open = new Map<number, number>()
    let shown = root
    for (const [index, step] of path.slice(1).entries()) {
      const parent = path[index] as typeof root
      const { data } = await call(subnets.children, { params: { id: parent.id }, query: { limit: farthest } })
      const at = data.findIndex((row) => row.kind === 'subnet' && row.subnet.id === step.id)
      if (at < 0) break
      open.set(parent.id, Math.ceil((at + 1) / stepRows) * stepRows)
      shown = step
    }
    return { open, shown }
  }
  const show = async () => {
    setPending(true)
    try {
      const page = await pageOf()
      if (page === undefined) return notify.error(t('ipam:find.notShown'))
      const { open, shown } = await steps()
      await navigate({
        to: paths.ipam.list(version) as never,
        search: ((before: Record<string, unknown>) => ({
          company: before.company,
          page: page > 1 ? page : undefined,
          [openKey]: writeOpen(open),
        })) as never,
      })
      focusRow(shown.id)
    } catch (error) {
      notify.error(errorText(error, t))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="compact-sm" variant="default" loading={pending} onClick={() => void show()}>
      {t('ipam:find.showInTree')}
    </Button>
  )
}
