/** An encoded form: the input of `app.inject`. */
export async function encodeForm(form: FormData): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') as string },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** Encodes fields and a file as a form; null and missing fields are omitted. */
export function formOf(fields: object, file?: { name: string; bytes: Buffer | string }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.set(name, String(value))
  if (file !== undefined) form.set('file', new File([new Uint8Array(Buffer.from(file.bytes))], file.name))
  return form
}
