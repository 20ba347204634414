/** Install the service worker, once the page has nothing better to do. */

export function register(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    void navigator.serviceWorker.register("/sw.js").catch(() => {
      // Without it everything works, except without a network.
    });
  });
}
