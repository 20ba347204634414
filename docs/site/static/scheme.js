// Before anything is drawn: the scheme that was chosen here, or the system's.
let scheme = null;
try {
  scheme = localStorage.getItem("theme");
} catch {
  // Without storage it is the system's.
}
document.body.dataset.theme = scheme ?? "auto";
