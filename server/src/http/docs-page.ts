import type { JsonObject } from './json-document.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const esc = (text: unknown) => String(text ?? '').replace(/[&<>"]/g, (c) => escapes[c] as string)

const typeOf = (schema: JsonObject): string => {
  if (schema['enum']) return (schema['enum'] as unknown[]).map((value) => JSON.stringify(value)).join(' | ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (schema['anyOf']) return (schema['anyOf'] as JsonObject[]).map(typeOf).join(' | ')
  if (schema['type'] === 'array') return `${typeOf(schema['items'] ?? {})}[]`
  if (Array.isArray(schema['type'])) return schema['type'].join(' | ')
  return `${schema['type'] ?? 'any'}${schema['format'] ? ` (${schema['format']})` : ''}`
}

const rows = (schema: JsonObject, prefix = ''): string =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>)
    .map(([name, child]) => {
      const required = ((schema['required'] ?? []) as string[]).includes(name)
      const inner = child['properties'] ? child : child['items']?.properties ? child['items'] : undefined
      return `<tr><td><code>${esc(prefix + name)}</code>${required ? '' : ' <span class="soft">optional</span>'}</td><td><code>${esc(typeOf(child))}</code></td></tr>${inner ? rows(inner, `${prefix}${name}${child['items'] ? '[]' : ''}.`) : ''}`
    })
    .join('')

const table = (title: string, schema: JsonObject | undefined) =>
  schema === undefined || !schema['properties']
    ? ''
    : `<h4>${esc(title)}</h4><div class="scroll" tabindex="0" role="region" aria-label="${esc(title)}"><table>${rows(schema)}</table></div>`

const jsonSchema = (part: JsonObject | undefined): JsonObject | undefined =>
  part?.['content']?.['application/json']?.schema

function operation(path: string, method: string, op: JsonObject): string {
  const query = ((op['parameters'] ?? []) as JsonObject[]).filter((parameter) => parameter['in'] !== 'path')
  const success = Object.entries(op['responses'] as JsonObject).find(([code]) => code.startsWith('2'))
  return `<details id="${esc(op['operationId'])}"><summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${esc(path)}</code> <span class="soft">${esc(op['summary'])}</span></summary>
<div class="body">${String(op['description'])
    .split('\n\n')
    .map((part) => `<p>${esc(part).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('')}
${table('Parameters', query.length === 0 ? undefined : { properties: Object.fromEntries(query.map((parameter) => [parameter['name'], parameter['schema']])), required: query.filter((parameter) => parameter['required']).map((parameter) => parameter['name']) })}
${table('Body', jsonSchema(op['requestBody']))}${table(`Reply ${success?.[0] ?? ''}`, jsonSchema(success?.[1]))}
<p class="soft">Errors: ${Object.keys(op['responses'] as JsonObject)
    .filter((code) => !code.startsWith('2'))
    .join(', ')}</p></div></details>`
}

/** The API reference as an HTML page that works without scripts. */
export function docsPage(document: JsonObject): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document['paths'] as Record<string, JsonObject>))
    for (const [method, op] of Object.entries(methods as Record<string, JsonObject>)) {
      const tag = op['tags'][0] as string
      groups.set(tag, [...(groups.get(tag) ?? []), operation(path, method, op)])
    }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Trunkline - API</title><link rel="stylesheet" href="docs.css"></head>
<body><header><h1>Trunkline API</h1><p>Version ${esc(document['info'].version)} · <a href="openapi.json">OpenAPI 3.1 document</a></p></header>
<nav aria-label="Groups">${[...groups.keys()].map((tag) => `<a href="#${esc(tag)}">${esc(tag)}</a>`).join(' ')}</nav>
<main><section><h2>Conventions</h2>
<p>All calls are below <code>${esc(document['servers'][0].url)}</code>. Send <code>Authorization: Bearer …</code>. Browsers also fetch <code>/sanctum/csrf-cookie</code> and send the cookie’s value back as <code>X-XSRF-TOKEN</code>.</p>
<p>Lists take <code>search</code> (free text, or <code>field:value;field:value</code>), <code>searchFields</code> (<code>field:operator;…</code>), <code>searchJoin</code>, <code>orderBy</code>, <code>sortedBy</code>, <code>page</code>, <code>perPage</code>, <code>trashed</code> and <code>company</code>.</p>
<p>Every POST takes an <code>Idempotency-Key</code>: the first reply is played back for 24 hours.</p></section>
${[...groups].map(([tag, list]) => `<section><h2 id="${esc(tag)}">${esc(tag)}</h2>${list.join('')}</section>`).join('')}</main></body></html>`
}

export const docsStyle = `:root{color-scheme:light dark;--line:#d5dbe3;--soft:#55606e;--bg:#fff;--fg:#16202b;--panel:#f5f7fa;--link:#0b5a75}
@media (prefers-color-scheme:dark){:root{--line:#33404d;--soft:#a9b4c0;--bg:#12181f;--fg:#e8edf2;--panel:#1a222b;--link:#7cc7e2}}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--bg);color:var(--fg)}header,nav,main{max-width:1000px;margin:0 auto;padding:0 16px}header{padding-top:24px}
a{color:var(--link)}nav{display:flex;flex-wrap:wrap;gap:4px 14px;padding-bottom:8px}nav a{padding:4px 0}h2{margin:32px 0 8px;border-bottom:1px solid var(--line)}
details{border:1px solid var(--line);border-radius:6px;margin:6px 0;background:var(--panel)}summary{cursor:pointer;padding:8px 12px;overflow-wrap:anywhere}.body{padding:0 12px 12px}
.method{display:inline-block;min-width:58px;font-weight:600;font-size:12px}code{font-family:ui-monospace,monospace;font-size:13px;overflow-wrap:anywhere}.soft{color:var(--soft)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:4px 8px;vertical-align:top}h4{margin:12px 0 4px}`
