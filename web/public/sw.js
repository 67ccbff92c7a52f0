// The service worker: answers for hashed files of the build from its cache, and shows a page of its own when the server
// can't be reached. Replies of the API and the page itself, which are a tenant's, are never stored.
const assets = 'trunkline-assets'
const offline = 'trunkline-offline-1'
const offlineFiles = ['/offline.html', '/offline.css', '/offline.js', '/skin.js', '/favicon.svg']
/** About two builds; the oldest files go first. */
const maxAssets = 400

// The name of a file of the build ends in the hash of its content, so it never changes.
const isAsset = ({ pathname, search }) => search === '' && /^\/assets\/[\w.-]+-[\w-]{7}\.\w+$/.test(pathname)

self.addEventListener('install', (event) => {
  const files = offlineFiles.map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(
    caches
      .open(offline)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== assets && name !== offline).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  )
})

async function store(cache, request, reply) {
  try {
    await cache.put(request, reply)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - maxAssets)).map((key) => cache.delete(key)))
  } catch {
    // Without space the file is loaded from the server.
  }
}

async function fromBuild(event) {
  const cache = await caches.open(assets)
  const stored = await cache.match(event.request, { ignoreVary: true })
  if (stored) return stored
  const reply = await fetch(event.request)
  if (reply.status === 200 && reply.type === 'basic') event.waitUntil(store(cache, event.request, reply.clone()))
  return reply
}

const fromCache = async (path) => (await caches.match(path, { ignoreVary: true })) ?? Response.error()

/** A page; the offline page where neither the server nor, behind a proxy, the panel can be reached (502, 504). */
async function fromServer(request) {
  try {
    const reply = await fetch(request)
    if (reply.status !== 502 && reply.status !== 504) return reply
  } catch {
    // The same page.
  }
  return await fromCache('/offline.html')
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/')) return
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(fromServer(request))
  else if (isAsset(url)) event.respondWith(fromBuild(event))
  else if (offlineFiles.includes(url.pathname)) event.respondWith(fetch(request).catch(() => fromCache(url.pathname)))
})
