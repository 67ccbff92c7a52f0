import { Button } from '@mantine/core'
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
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { notify } from '../../ui/notify.ts'
import { StateBadge, UsedBy } from './badges.tsx'
import classes from './address-lookup.module.css'
import { versionOfNet } from './ip-version.ts'
import { openKey, stepRows, writeOpen } from './open-nodes.ts'
import { useMayOn } from './subnet-permissions.ts'

type Match = Reply<typeof subnets.find>['data'][number]

/** Looks up an address or prefix: its path, owner and user, with links to it. There is one match per address space. */
export function AddressLookup({ text }: { text: string }) {
  const { t } = useTranslation()
  const found = useCall(subnets.find, { query: { query: text } })
  if (found.error)
    return (
      <div className={classes.panel}>
        <ErrorNotice inline error={found.error} title={t('ipam:lookup.failed')} retry={() => void found.refetch()} />
      </div>
    )
  if (!found.data || found.isPlaceholderData) return null
  const matches = found.data.data
  return (
    <section className={classes.panel} aria-label={t('ipam:lookup.title', { text })}>
      {matches.length === 0 ? <p className={layout.note}>{t('ipam:lookup.outside')}</p> : null}
      {matches.map((match) => (
        <MatchRow key={match.space_id} match={match} named={matches.length > 1} />
      ))}
    </section>
  )
}

function MatchRow({ match, named }: { match: Match; named: boolean }) {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const { subnet, address, free, path } = match
  const last = path.at(-1)
  if (!last) return <p className={layout.note}>{t('ipam:lookup.outside')}</p>
  const version = versionOfNet(last.net)
  const detail = (id: number) => paths.ipam.detail(version, id)
  const found = address ?? (free === null ? subnet : null)
  const facts = found && {
    company_name: found.company_name || t('ipam:hiddenOwner'),
    ...(found.used_by && { used_by: <UsedBy of={found.used_by} /> }),
    state: <StateBadge state={found.state} />,
  }
  return (
    <div className={classes.match}>
      <div className={classes.location}>
        {named ? <span className={classes.space}>{t('ipam:lookup.inSpace', { space: match.space_name })}</span> : null}
        <Breadcrumbs
          items={[
            ...path.map((step) => ({
              label: step.name ? `${step.net} ${step.name}` : step.net,
              to: detail(step.id),
            })),
            ...(address ? [{ label: address.ip }] : free ? [{ label: free }] : []),
          ]}
        />
        {facts ? (
          <dl className={classes.facts}>
            {Object.entries(facts).map(([name, value]) => (
              <div key={name}>
                <dt>{t(`ipam:field.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={layout.note}>
            {t('ipam:lookup.unassigned', { net: last.net, owner: subnet?.company_name || t('ipam:hiddenOwner') })}
          </p>
        )}
      </div>
      <div className={layout.buttons}>
        {free && subnet && !subnet.hosts && mayOn(subnets.store, subnet) ? (
          <LinkButton
            size="compact-sm"
            variant="light"
            to={paths.ipam.create(version)}
            search={{ parent: String(subnet.id), net: free }}
          >
            {t('ipam:allocateNet', { net: free })}
          </LinkButton>
        ) : null}
        <ShowInTree path={path} version={version} />
        <LinkButton
          size="compact-sm"
          variant="default"
          to={detail(last.id)}
          search={address ? { tab: 'addresses', q: address.ip } : {}}
        >
          {t(address ? 'ipam:lookup.openAddress' : 'ipam:openNet', { net: last.net })}
        </LinkButton>
      </div>
    </div>
  )
}

/** Milliseconds until a row that does not appear is given up. */
const rowTimeout = 5000

/** Focuses the row of a subnet once it is rendered. */
function focusRow(id: number): void {
  const focus = () => {
    const row = document.querySelector<HTMLElement>(`[role='treegrid'] [data-row="${id}"]`)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    return row !== null
  }
  if (focus()) return
  const observer = new MutationObserver(() => focus() && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), rowTimeout)
}

/** Rows of a node that are searched for the next one of the path. */
const maxRows = 200
/** Pages of top-level subnets that are searched for the first one of the path. */
const maxPages = 20

/** Opens the tree down to a node, on the page of its top-level subnet, and focuses it. */
function ShowInTree({ path, version }: { path: Match['path']; version: 'ipv4' | 'ipv6' }) {
  const { t } = useTranslation()
  const go = useGo()
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
  /** The rows that each node must show to include the next one; stops where that is too far down. */
  const openPath = async () => {
    const open = new Map<number, number>()
    let shown = root
    for (const step of path.slice(1)) {
      const { data } = await call(subnets.children, { params: { id: shown.id }, query: { limit: maxRows } })
      const at = data.findIndex((row) => row.kind === 'subnet' && row.subnet.id === step.id)
      if (at < 0) break
      open.set(shown.id, Math.ceil((at + 1) / stepRows) * stepRows)
      shown = step
    }
    return { open, shown }
  }
  const show = async () => {
    setPending(true)
    try {
      const page = await pageOf()
      if (page === undefined) return notify.error(t('ipam:lookup.notListed'))
      const { open, shown } = await openPath()
      await go(paths.ipam.list(version), {
        search: (before) => ({
          company: before['company'],
          page: page > 1 ? page : undefined,
          [openKey]: writeOpen(open),
        }),
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
      {t('ipam:lookup.showInTree')}
    </Button>
  )
}
