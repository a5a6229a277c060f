import { HttpResponse, http } from 'msw'

export const SERVICE = 'https://pdf-services.adobe.io'

/** Requests by what they are for. */
export const seen: string[] = []
/** What was sent, oldest first. */
export const uploads: string[] = []

/** Adobe's way from a token to a package; `job` says how the n-th job ends. */
export const service = (
  job: (count: number, upload: string) => { status: string; error?: { code: string; message: string; status: number } },
  zip: (upload: string) => Uint8Array,
) => {
  let jobs = 0
  return [
    http.post(`${SERVICE}/token`, () => {
      seen.push('token')
      return HttpResponse.json({ access_token: 't', token_type: 'bearer', expires_in: 3600 })
    }),
    http.post(`${SERVICE}/assets`, () => {
      seen.push('assets')
      return HttpResponse.json({ uploadUri: 'https://upload.invalid/put', assetID: `urn:${uploads.length}` })
    }),
    http.put('https://upload.invalid/put', async ({ request }) => {
      uploads.push(await request.text())
      return new HttpResponse(null, { status: 200 })
    }),
    http.post(`${SERVICE}/operation/extractpdf`, () => {
      seen.push('job')
      jobs++
      return new HttpResponse(null, { status: 201, headers: { location: `${SERVICE}/operation/extractpdf/${jobs}/status` } })
    }),
    http.get(`${SERVICE}/operation/extractpdf/:id/status`, () => {
      const ends = job(jobs, uploads.at(-1) ?? '')
      const asset = { metadata: { type: 'application/zip', size: 1 }, downloadUri: 'https://download.invalid/zip', assetID: 'urn:r' }
      return HttpResponse.json(
        {
          ...ends,
          ...(ends.status === 'done' ? { content: { ...asset, downloadUri: 'https://download.invalid/json' }, resource: asset } : {}),
        },
        { headers: { 'retry-after': '0' } },
      )
    }),
    http.get('https://download.invalid/json', () => HttpResponse.json({})),
    http.get('https://download.invalid/zip', () =>
      HttpResponse.arrayBuffer(zip(uploads.at(-1) ?? '').slice().buffer, { headers: { 'content-type': 'application/zip' } }),
    ),
  ]
}
