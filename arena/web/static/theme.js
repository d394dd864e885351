"use strict";
/* Light or dark: as the system has it, unless the button says otherwise. Runs before anything is shown. */
(() => {
  const root = document.documentElement;
  const kept = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  if (kept()) root.dataset.theme = kept();
  document.addEventListener("click", event => {
    if (!event.target.closest("[data-theme-button]")) return;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a file may have no storage */ }
  });
})();
