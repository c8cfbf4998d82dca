// The service worker. It caches only the page that says that Halo is not running, and its texts. Halo's data is never
// cached.

const cacheName = "halo-away-2";
const files = ["/away.html", "/away.js", "/core/texts.js", "/style.css", "/icons/halo.svg"];

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

scope.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
    await scope.clients.claim();
  })());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => cached("/away.html")));
  } else if (request.destination !== "" && files.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => cached(request, { ignoreSearch: true })));
  } else if (new URL(request.url).pathname.startsWith("/texts/")) {
    event.respondWith(fetch(request).then(async (answer) => {
      if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone());
      return answer;
    }, () => cached(request)));
  }
});

/**
 * @param {RequestInfo} request
 * @param {CacheQueryOptions} [options]
 */
async function cached(request, options) {
  return (await caches.match(request, options)) ?? Response.error();
}
