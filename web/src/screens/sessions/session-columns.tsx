import type { AnySession, ClosedSession, LiveSession } from '@trunkline/contract/resources/radius-session'
import type { TFunction } from '../../i18n/translations.ts'
import type { ListColumn } from '../../list/list-types.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { Bytes, Code, CompanyName, Duration, NasName } from './cells.tsx'

/** The columns that sessions have, whether they are online or have ended. */
export const sessionColumns = <Row extends LiveSession | ClosedSession>(t: TFunction) => {
  const columns: Record<SessionColumn, ListColumn<Row>> = {
    username: { field: 'username', header: t('sessions:field.username'), width: 190, card: 'title' },
    company: {
      field: 'company_name',
      header: t('sessions:field.company_name'),
      width: 145,
      card: 'fact',
      render: (row) => <CompanyName row={row} />,
    },
    nas: {
      field: 'nas_name',
      header: t('sessions:field.nas_name'),
      width: 130,
      card: 'fact',
      render: (row) => <NasName row={row} />,
    },
    address: {
      field: 'framed_ip',
      header: t('sessions:field.framed_ip'),
      width: 125,
      card: 'fact',
      render: (row) => <Code value={row.framed_ip} />,
    },
    since: {
      field: 'started_at',
      header: t('sessions:field.started_at'),
      width: 180,
      card: 'fact',
      render: (row) => <Time value={row.started_at} />,
    },
    duration: {
      field: 'seconds',
      header: t('sessions:field.seconds'),
      width: 125,
      card: 'fact',
      render: (row) => <Duration seconds={row.seconds} />,
    },
    download: {
      field: 'download_bytes',
      header: t('sessions:field.download_bytes'),
      width: 110,
      align: 'end',
      card: 'fact',
      render: (row) => <Bytes value={row.download_bytes} />,
    },
    upload: {
      field: 'upload_bytes',
      header: t('sessions:field.upload_bytes'),
      width: 95,
      align: 'end',
      card: 'fact',
      render: (row) => <Bytes value={row.upload_bytes} />,
    },
    calling: {
      field: 'calling',
      header: t('sessions:field.calling'),
      width: 160,
      render: (row) => <Code value={row.calling} />,
    },
    heard: {
      field: 'updated_at',
      header: t('sessions:field.updated_at'),
      width: 140,
      hidden: true,
      render: (row) => <RelativeTime value={row.updated_at} />,
    },
    kind: {
      field: 'service_kind',
      header: t('sessions:field.service_kind'),
      width: 130,
      hidden: true,
      render: (row) =>
        row.service_kind ? t(`sessions:serviceKind.${row.service_kind}`) : <NotSet label={t('ui:notSet')} />,
    },
    port: {
      field: 'nas_port',
      header: t('sessions:field.nas_port'),
      width: 130,
      hidden: true,
      render: (row) => <Code value={row.nas_port} />,
    },
    called: {
      field: 'called',
      header: t('sessions:field.called'),
      width: 160,
      hidden: true,
      render: (row) => <Code value={row.called} />,
    },
    ipv6Address: {
      field: 'framed_ipv6_address',
      header: t('sessions:field.framed_ipv6_address'),
      width: 200,
      hidden: true,
      render: (row) => <Code value={row.framed_ipv6_address} />,
    },
    ipv6: {
      field: 'framed_ipv6',
      header: t('sessions:field.framed_ipv6'),
      width: 200,
      hidden: true,
      render: (row) => <Code value={row.framed_ipv6} />,
    },
    delegated: {
      field: 'delegated_ipv6',
      header: t('sessions:field.delegated_ipv6'),
      width: 200,
      hidden: true,
      render: (row) => <Code value={row.delegated_ipv6} />,
    },
    id: {
      field: 'id',
      header: t('sessions:field.id'),
      width: 180,
      hidden: true,
      render: (row) => <Code value={row.id} />,
    },
  }
  return columns
}

type SessionColumn =
  | 'username'
  | 'company'
  | 'nas'
  | 'address'
  | 'since'
  | 'duration'
  | 'download'
  | 'upload'
  | 'calling'
  | 'heard'
  | 'kind'
  | 'port'
  | 'called'
  | 'ipv6Address'
  | 'ipv6'
  | 'delegated'
  | 'id'

/** Who ended it comes as a word, `cause` as RADIUS calls it: `User-Request`. */
export const causeText = (cause: AnySession['cause'], t: TFunction): string =>
  cause ? t(`sessions:cause.${cause}`, { defaultValue: cause }) : t('sessions:causeNone')

/** Numbers of rows and bytes: nobody searches by them. */
export const unfiltered = ['id', 'service_id', 'company_id', 'nas_id', 'seconds', 'upload_bytes', 'download_bytes']

/** The words of the values that a filter of sessions offers. */
export const sessionValue =
  (t: TFunction) =>
  (field: string, value: string): string => {
    if (field === 'service_kind') return t(`sessions:serviceKind.${value}`, { defaultValue: value })
    if (field === 'closed_by') return t(`sessions:closedBy.${value}`, { defaultValue: value })
    return value
  }
