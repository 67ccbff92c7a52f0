import * as z from 'zod/mini'
import { endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { id, idText, line, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'

/** Maximum size of a package in bytes. The setting TRUNKLINE_FILES_MAX_MB is at most this. */
export const packageMaxBytes = 100_000_000

/** Architectures as `architecture-name` of RouterOS; `x86` includes CHR. */
export const architectures = ['arm', 'arm64', 'mipsbe', 'mmips', 'powerpc', 'smips', 'tile', 'x86'] as const
export type Architecture = (typeof architectures)[number]

export const routerosPackageRow = z.object({
  id: id(),
  company_id: id(),
  /** Null: a company above, which the caller does not see. */
  company_name: z.nullable(z.string()),
  /** Name of the file on devices. */
  name: z.string(),
  package: z.string(),
  routeros_version: z.string(),
  architecture: z.enum(architectures),
  built_at: z.nullable(time()),
  /** Where name, version and architecture were read; `file_name`: the header of the file lacks one of them. */
  verified_by: z.enum(['header', 'file_name']),
  note: z.nullable(z.string()),
  size_bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  uploaded_by: z.string(),
  /** Of a company above: its users delete it. */
  inherited: z.boolean(),
  created_at: time(),
})
export type RouterosPackageRow = z.infer<typeof routerosPackageRow>

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    package: 'text',
    routeros_version: 'text',
    architecture: architectures,
    uploaded_by: 'text',
    created_at: 'time',
  },
  free: ['name', 'note'],
  sort: ['id', 'name', 'package', 'routeros_version', 'architecture', 'size_bytes', 'created_at'],
  order: ['created_at', 'desc'],
}

const base = '/routeros-package'
const subject = 'routeros-packages'

/** Packages (.npk) that rollouts install on devices without Internet access. */
export const routerosPackages = {
  index: endpoint({
    name: 'routeros-package.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    object: 'routeros-package',
    summary: 'List uploaded RouterOS packages, those of companies above included, latest first',
    query: z.object(listQuery),
    reply: page(routerosPackageRow),
    list,
  }),
  store: endpoint({
    name: 'routeros-package.store',
    method: 'POST',
    path: `${base}/store`,
    access: { action: 'create', subject },
    summary: 'Upload a RouterOS package; name, version and architecture are read from it',
    upload: { maxBytes: packageMaxBytes, storage: true },
    perMinute: 60,
    body: z.object({ note: z.optional(line(500)) }),
    reasons: {
      409: ['npk.exists_as', 'npk.other_content', 'npk.per_company'],
      422: ['npk.format', 'npk.damaged', 'npk.unknown', 'npk.name_differs'],
      503: ['attachment.storage'],
    },
    reply: stored(),
    status: 201,
  }),
  destroy: endpoint({
    name: 'routeros-package.destroy',
    method: 'DELETE',
    path: `${base}/{id}/destroy`,
    access: { action: 'manage', subject },
    object: 'routeros-package',
    summary: 'Permanently delete a RouterOS package that no open rollout installs',
    errorStatuses: [409],
    reasons: { 409: ['npk.in_use'] },
  }),
  /** A device fetches it while its upgrade runs, once. */
  fetch: endpoint({
    name: 'routeros-package.fetch',
    method: 'GET',
    path: '/hook/package/{device}/{token}',
    access: 'public',
    tokenInPath: true,
    params: z.object({ device: idText(), token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    summary: 'Download a RouterOS package, for the device that installs it',
    file: 'application/octet-stream',
  }),
}
