import { STATUS_CODES } from 'node:http'
import * as z from 'zod/mini'
import { abilitiesOf, companyTypes, userRoles } from '@trunkline/contract/abilities'
import { everyEndpoint } from '@trunkline/contract/contract'
import { paramsSchema, type Endpoint } from '@trunkline/contract/endpoint'
import { errorReply, errorStatus } from '@trunkline/contract/errors'
import { reasonCatalogue, reasonsOf } from './error-reasons.ts'
import type { JsonObject } from './json-document.ts'
import { apiBase } from './serve.ts'

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject
  return rest
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } })

function parameters(endpoint: Endpoint): JsonObject[] {
  const list: JsonObject[] = []
  const path = schemaOf(paramsSchema(endpoint), 'output')['properties'] as JsonObject | undefined
  for (const [name, schema] of Object.entries(path ?? {}))
    if (endpoint.path.includes(`{${name}}`)) list.push({ name, in: 'path', required: true, schema })
  if (endpoint.query !== undefined) {
    const { properties = {}, required = [] } = schemaOf(endpoint.query, 'input') as {
      properties?: JsonObject
      required?: string[]
    }
    for (const [name, schema] of Object.entries(properties))
      list.push({ name, in: 'query', required: required.includes(name), schema })
  }
  if (endpoint.method === 'POST' && endpoint.access !== 'public')
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    })
  return list
}

function describe(endpoint: Endpoint): string {
  const lines: string[] = []
  if (endpoint.access === 'public') lines.push('Needs no session.')
  else if (endpoint.access === 'self') lines.push('Open to every signed-in user, about itself.')
  else lines.push(`Needs the ability \`${endpoint.access.action}\` on \`${endpoint.access.subject}\`.`)
  if (endpoint.list) {
    lines.push(
      `Searchable: ${Object.keys(endpoint.list.fields).join(', ')}.`,
      `Sortable: ${endpoint.list.sort.join(', ')}.`,
    )
    lines.push(
      '`export=csv` answers all matching rows as a CSV file, `export=xlsx` up to 10,000 rows as an Excel file.',
    )
  }
  if (endpoint.bulk) lines.push('One id outside the caller’s companies and nothing changes: 404.')
  return lines.join('\n\n')
}

/** JSON, or a multipart form if there is a file. */
function bodyOf(endpoint: Endpoint, body: NonNullable<Endpoint['body']>): JsonObject {
  const schema = schemaOf(body, 'input')
  if (endpoint.upload === undefined) return json(schema)
  const file = { type: 'string', format: 'binary', description: `At most ${endpoint.upload.maxBytes} bytes.` }
  const fields = {
    ...schema,
    properties: { ...(schema['properties'] as JsonObject), file },
    required: [...((schema['required'] as string[] | undefined) ?? []), 'file'],
  }
  return { content: { 'multipart/form-data': { schema: fields } } }
}

function operation(endpoint: Endpoint): JsonObject {
  const status = endpoint.status ?? (endpoint.reply === undefined && endpoint.file === undefined ? 204 : 200)
  const responses: JsonObject = {
    [status]: {
      description: STATUS_CODES[status],
      ...(endpoint.reply && json(schemaOf(endpoint.reply, 'output'))),
      ...(endpoint.file && {
        content: Object.fromEntries(
          [endpoint.file].flat().map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      }),
    },
  }
  const reasons = reasonsOf(endpoint)
  for (const code of [...reasons.keys()].sort((a, b) => a - b))
    responses[code] = {
      description: STATUS_CODES[code] ?? 'Page expired',
      ...json(reference('Error')),
      'x-reasons': [...(reasons.get(code) ?? [])].sort(),
    }
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    description: describe(endpoint),
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    'x-ability': endpoint.access,
    parameters: parameters(endpoint),
    ...(endpoint.body && { requestBody: { required: true, ...bodyOf(endpoint, endpoint.body) } }),
    responses,
  }
}

/** The OpenAPI 3.1 document of all endpoints, generated from the contract. */
export function openApiDocument({ version, baseUrl }: { version: string; baseUrl: string }): JsonObject {
  const paths: JsonObject = {}
  for (const endpoint of everyEndpoint)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trunkline',
      version,
      description:
        'Everything that the panel does, as calls. Sign in for a bearer token, or use a personal API token of the profile page.',
    },
    servers: [{ url: baseUrl + apiBase }],
    security: [{ bearer: [] }],
    tags: [...new Set(everyEndpoint.map((endpoint) => endpoint.name.split('.')[0] as string))].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Access token of a sign-in, or a personal API token.' },
      },
      schemas: { Error: { ...schemaOf(errorReply, 'output'), 'x-codes': errorStatus } },
    },
    'x-reasons': reasonCatalogue(),
    'x-abilities': Object.fromEntries(
      companyTypes.flatMap((company_type) =>
        userRoles.map((role) => [
          `${company_type}/${role}`,
          abilitiesOf({ company_type, role }).map(({ action, subject }) => `${subject}:${action}`),
        ]),
      ),
    ),
  }
}
