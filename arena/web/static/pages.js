"use strict";
/* Tables that compare, and a page that grows while a tournament is played. Pages are complete without. */

const table = document.querySelector("#board-table");
if (table) {
  const rows = [...table.querySelectorAll("tbody tr[data-bot]")], verdict = document.querySelector("#verdict");
  const value = (row, name) => (row.dataset[name] === undefined ? null : +row.dataset[name]);
  const NS = "http://www.w3.org/2000/svg";
  const choose = chosen => {
    const low = value(chosen, "low"), high = value(chosen, "high"), counts = {up: 0, eq: 0, dn: 0};
    for (const row of rows) {
      row.classList.remove("sel", "vs-up", "vs-eq", "vs-dn");
      row.querySelectorAll(".band1").forEach(one => one.remove());
      if (low !== null && high !== null) {
        const band = document.createElementNS(NS, "rect");
        const left = parseFloat(chosen.dataset.lowx), right = parseFloat(chosen.dataset.highx);
        for (const [name, what] of [["class", "band band1"], ["x", `${left}%`], ["width", `${right - left}%`], ["height", "100%"]]) band.setAttribute(name, what);
        row.querySelector(".pl svg").prepend(band);
      }
      if (row === chosen) { row.classList.add("sel"); continue; }
      const above = high !== null && value(row, "low") !== null && value(row, "low") > high;
      const below = low !== null && value(row, "high") !== null && value(row, "high") < low;
      const how = above ? "up" : below ? "dn" : "eq";
      row.classList.add(`vs-${how}`);
      counts[how]++;
    }
    if (verdict) verdict.textContent = `${chosen.dataset.bot}: ▲ ${counts.up} surely better, ~ ${counts.eq} not settled, ▼ ${counts.dn} surely weaker (by their intervals).`;
  };
  rows.forEach((row, i) => {
    row.addEventListener("click", () => choose(row));
    row.querySelector("a").addEventListener("focus", () => choose(row));
    row.addEventListener("keydown", event => {
      const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (!step || !rows[i + step]) return;
      event.preventDefault();
      rows[i + step].querySelector("a").focus();
    });
  });
}

const filter = document.querySelector("#filter");
if (filter) {
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) { event.preventDefault(); filter.focus(); }
  });
}

const live = document.querySelector("#live[data-events]");
if (live) {
  const events = new EventSource(live.dataset.events);
  let asking = false, again = false;
  /* Nothing moves under a pointer or a focus; it is shown as soon as they are gone. */
  const busy = () => live.querySelector("table:hover, .map:hover, a:focus") !== null;
  const refresh = async () => {
    if (asking || busy()) { again = true; return; }
    asking = true;
    again = false;
    try {
      const answer = await fetch(live.dataset.part);
      if (answer.ok) live.innerHTML = await answer.text();
    } finally { asking = false; }
  };
  events.addEventListener("match_finished", refresh);
  events.addEventListener("tournament_finished", () => { events.close(); again = true; refresh(); });
  for (const name of ["pointerout", "focusout"]) live.addEventListener(name, () => { if (again) setTimeout(refresh, 200); });
}
