/**
 * The service worker: keeps the client on the device, so that it starts at once and without a
 * network. Games and everything else under /api never pass through it.
 */

export {};

declare const self: ServiceWorkerGlobalScope;

/** Put in by the build: every file of the client, and a name for this set of files. */
const FILES: readonly string[] = JSON.parse("__FILES__") as string[];
const CACHE = "crownhead-__VERSION__";
/** Files that are large and not wanted by everybody: kept from the first time on. */
const WANTED = /^\/assets\/(puzzles-[^/]+\.json|[^/]+\.(weights|endgame|book))$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((path) => new Request(path, { cache: "reload" })))),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("crownhead-") && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const page = request.mode === "navigate" && url.pathname === "/";
  const path = page ? "/index.html" : url.pathname;
  if (WANTED.test(path)) event.respondWith(fetchedOnce(request));
  if (!FILES.includes(path)) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(path))
      .then((kept) => kept ?? fetch(request)),
  );
});

/** What the server says of a game, and where that is. */
interface Said {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly language: string;
}

self.addEventListener("push", (event) => {
  const said = event.data?.json() as Said | undefined;
  if (!said) return;
  const { title, body, tag, language: lang, path } = said;
  const icon = "/icon-192.png";
  const data = { path };
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, icon, data }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data as Pick<Said, "path">;
  if (path.startsWith("/#/")) event.waitUntil(show(path));
});

/** Show a part of the page: where it is open already, or in a new window. */
async function show(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const [open] = windows;
  if (!open) return void (await self.clients.openWindow(path));
  await open.navigate(path);
  await open.focus();
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribe(event)));

/** Tell the server where messages go from now on. */
async function subscribe(event: PushSubscriptionChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options;
  const found =
    event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!found) return;
  const { endpoint, keys } = found.toJSON();
  await fetch("/api/account/notifications/devices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}

async function fetchedOnce(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}
