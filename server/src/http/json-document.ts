/** An object of a JSON format that has no type here, such as JSON Schema and OpenAPI: it is read by the keys of the format. */
// oxlint-disable-next-line typescript/no-explicit-any -- the values depend on the format
export type JsonObject = Record<string, any>
