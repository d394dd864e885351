"use strict";
/* The viewer of a match: steps, keys, scrub bar, curve, list of steps, addresses like #17/seat2.

   A game draws its own table with a function `Drawing` (drawing.js beside its rules); for one that
   brings none its text is shown. Nothing is fetched and no library is used, so that one file can
   hold it all. No element is given a style attribute: the pages forbid them. */

const $ = (query, within = document) => within.querySelector(query);
const $$ = (query, within = document) => [...within.querySelectorAll(query)];
const escaped = text => String(text).replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
const number = value => (value < 0 ? "−" + -value : String(value));
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const glyph = (id, x, y, size, more = "") =>
  `<use href="#${id}" x="${x}" y="${y}" width="${size}" height="${size}" ${more}/>`;
const icon = (id, size = 18) =>
  `<svg width="${size}" height="${size}" aria-hidden="true"><use href="#${id}"/></svg>`;

const SHAPES = [
  (x, y, z) => `<circle cx="${x + z / 2}" cy="${y + z / 2}" r="${z / 2}"/>`,
  (x, y, z) => `<rect x="${x + z * .04}" y="${y + z * .04}" width="${z * .92}" height="${z * .92}" rx="${z * .1}"/>`,
  (x, y, z) => `<path d="M${x + z / 2} ${y - z * .08}L${x + z * 1.08} ${y + z * .96}H${x - z * .08}z"/>`,
  (x, y, z) => `<path d="M${x + z / 2} ${y - z * .1}L${x + z * 1.1} ${y + z / 2}L${x + z / 2} ${y + z * 1.1}L${x - z * .1} ${y + z / 2}z"/>`,
];
/* A seat where a game has no sign of its own: a shape, a colour and its number. */
const seatBadge = (seat, x, y, size) =>
  `<g class="sb" fill="var(--s${seat + 1})">${SHAPES[seat](x, y, size)}<text x="${x + size / 2}" ` +
  `y="${y + size * (seat === 2 ? .86 : .74)}" text-anchor="middle" font-size="${size * .68}" ` +
  `font-weight="700" fill="var(--panel)">${seat + 1}</text></g>`;
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
const seatLine = (seat, path) =>
  `<path d="${path}" fill="none" stroke="var(--s${seat + 1})" stroke-width="2.6" stroke-dasharray="${DASHES[seat]}"/>`;

/* The columns of a film, as one object for each step. */
function unrolled(film) {
  const {steps, events} = film, forced = new Set(steps.forced), standIn = new Set(steps.stand_in);
  let next = 0;
  return steps.seat.map((seat, i) => {
    const told = [];
    for (const end = next + steps.events[i]; next < end; next++) {
      const event = {name: events.kinds[events.kind[next] - 1], text: film.texts[events.text[next]]};
      event.audience = events.audience ? events.audience[next] : 0;
      for (const column of events.columns) event[column] = events[column][next];
      told.push(event);
    }
    return {
      seat, turn: steps.turn[i], legal: steps.legal[i], action: steps.action[i], events: told,
      elapsed_us: steps.elapsed_us[i], note: steps.note[i], eval: steps.eval[i],
      forced: forced.has(i), standIn: standIn.has(i),
    };
  });
}

/* A table in text, for a game without a drawing of its own. */
function TextDrawing(film) {
  const shown = film.steps.picture, scores = film.steps.scores;
  return {
    unit: "Points", title: "Seats", marks: [], legend: "", names: film.seats.map((_, s) => `Seat ${s + 1}`),
    side: '<table id="ledger"></table>',
    badge: seatBadge, line: seatLine,
    points: step => film.seats.map((_, s) => ({points: scores ? scores[step][s] : 0, open: !scores})),
    draw(step) {
      $("#board").outerHTML = `<pre id="board"></pre>`;
      $("#board").textContent = shown[step].map(line => film.lines[line]).join("\n");
      $("#ledger").innerHTML = film.seats.map((seat, s) =>
        `<tr><th scope="row">${escaped(seat.bot)}</th><td class="num">${scores ? number(scores[step][s]) : "?"}</td></tr>`).join("");
    },
    twin: step => `<tbody>${shown[step].map(line => `<tr><td>${escaped(film.lines[line])}</td></tr>`).join("")}</tbody>`,
  };
}

function Viewer(film, makeDrawing) {
  const whole = film.view === "all", bots = film.seats.map(seat => seat.bot);
  const surprise = new URLSearchParams(location.search).get("from") === "start";
  let steps, last, drawing, faults, marks;
  const range = $("#range"), chart = $("#chart");
  let now = -1, view = whole ? "all" : film.view, timer = 0, speed = 1, place = null;

  const hears = event => view === "all" || !event.audience || Boolean(event.audience >> view & 1) || (whole && !film.due && now === last);
  const told = step => steps[step].events.filter(hears).map(event => event.text);
  const named = text => escaped(text).replace(/Seat (\d)/g, (all, n) => bots[n - 1] === undefined ? all : `${all} (${escaped(bots[n - 1])})`);
  const address = () => `#${now}${view === "all" ? "" : `/seat${view + 1}`}`;

  const shortName = seat => (seat ? drawing.names[seat].replace(/^Seat /, "") : drawing.names[0]);

  /* What follows from the film: all of it, at once or as far as it is played. */
  function load(told) {
    film = told;
    steps = unrolled(film);
    last = steps.length - 1;
    drawing = makeDrawing(film, steps);
    faults = film.seats.flatMap((seat, s) => seat.fault
      ? [{step: Math.min(last, seat.fault_step), seat: s, icon: "c-flag", bad: true,
          title: `${seat.bot}: ${seat.fault.replace(/_/g, " ")} at step ${seat.fault_step}`}] : []);
    marks = [...drawing.marks, ...faults].sort((a, b) => a.step - b.step);
  }

  /* More was played: who looks at the newest step goes on with it, who looks back stays there. */
  function grow(told) {
    const newest = now === last;
    load(told);
    prepare();
    see(view);
    go(newest ? last : Math.min(now, last), true);
  }

  function prepare() {
    const choice = whole
      ? `<span class="small dim">see as</span><div class="seg" role="radiogroup" aria-label="Whose view">${
        ["all", ...bots.keys()].map(one => `<label><input type="radio" name="view" value="${one}" aria-label="${
          one === "all" ? "All" : drawing.names[one]}"><span>${one === "all" ? icon("c-all", 16) + "All" : shortName(one)}</span></label>`).join("")}</div>`
      : `<span class="chip">as ${escaped(drawing.names[view])} saw it</span>`;
    $("#side").innerHTML = `${drawing.before || ""}<section class="panel" aria-label="${drawing.title}"><div class="ph"><h2>${
      drawing.title}</h2>${choice}</div>${drawing.side}</section>`;
    $("#legend").innerHTML = drawing.legend + (faults.length ? `<span>${icon("c-flag", 13)}fault</span>` : "");
    $("#unit").textContent = `${drawing.unit} if the match ended here`;
    $$("[data-badge]").forEach(part => { part.innerHTML = drawing.badge(+part.dataset.badge, 1, 1, 24); });
    range.max = last;
    $("#log").innerHTML = steps.map(entry).join("");
    $("#log").onclick = event => { const item = event.target.closest("li"); if (item) { play(false); go(+item.dataset.step); } };
    $$("#legend, #controls, #side, .keys").forEach(part => { part.hidden = false; });
    $$("input[name=view]").forEach(input => { input.onchange = () => see(input.value === "all" ? "all" : +input.value); });
  }

  function entry(step, i) {
    const texts = step.events.map(event => `<span data-for="${event.audience}">${escaped(event.text)}</span>`);
    const first = i ? texts.shift() : "The deal", rest = i ? texts.join(" ") : [escaped(drawing.deal || ""), ...texts.slice(-1)].join(" ");
    const mark = i ? `<svg width="18" height="18" aria-hidden="true">${drawing.badge(step.seat, 1, 1, 16)}</svg>` : "";
    const how = step.standIn ? "A stand-in played." : "";
    return `<li data-step="${i}"><button type="button"><span class="n">${i}</span><span>${mark}</span><span>${
      first || escaped(step.action)}${rest || how ? `<span class="sub">${rest} ${how}</span>` : ""}${
      step.note ? `<span class="note" data-seat="${step.seat}">${escaped(step.note)}</span>` : ""}</span></button></li>`;
  }

  function curve() {
    const width = chart.clientWidth || 900, height = 110, narrow = width < 430, lane = 16;
    const left = 34, right = narrow ? 50 : 104, lanes = bots.length * lane, depth = height + lanes;
    const points = steps.map((_, i) => drawing.points(i, view));
    const all = points.flat().map(one => one.points), low = Math.min(0, ...all), high = Math.max(5, ...all);
    const x = i => left + (width - left - right) * i / Math.max(1, last), y = value => 8 + (height - 16) * (high - value) / (high - low);
    const unit = [1, 2, 5, 10, 20, 25, 50, 100, 200].find(size => (high - low) / size <= 4.5) || 500;
    let out = `<clipPath id="past"><rect x="0" y="-20" width="${width}" height="${depth + 20}"/></clipPath>`;
    for (let v = Math.ceil(low / unit) * unit; v <= high; v += unit) {
      out += `<line x1="${left}" x2="${width - right}" y1="${y(v)}" y2="${y(v)}" stroke="var(--line)" stroke-width="${v ? 1 : 2}"/>` +
        `<text x="${left - 6}" y="${y(v) + 4}" text-anchor="end" class="tick">${number(v)}</text>`;
    }
    out += `<rect id="done" x="${left}" y="2" height="${depth - 4}" width="0"/><g clip-path="url(#past)">`;
    bots.forEach((_, s) => {
      out += drawing.line(s, points.map((one, i) => {
        const up = y(one[s].points).toFixed(1);
        return i ? `H${x(i).toFixed(1)}V${up}` : `M${x(0)},${up}`;
      }).join(""));
    });
    out += `</g><g class="ends">`;
    let under = -99;
    for (const s of [...bots.keys()].sort((a, b) => points[last][b].points - points[last][a].points)) {
      const end = points[last][s];
      under = Math.max(y(end.points), under + 16);
      out += `${drawing.badge(s, width - right + 6, under - 8, 16)}<text x="${width - right + 26}" y="${under + 4}" class="end-of">${
        narrow ? "" : escaped(bots[s].length > 9 ? bots[s].slice(0, 8) + "…" : bots[s])} <tspan font-weight="700">${
        number(end.points)}${end.open ? "+?" : ""}</tspan></text>`;
    }
    out += `</g>`;
    bots.forEach((_, s) => {
      const middle = height + s * lane + lane / 2;
      out += `<line x1="${left}" x2="${width - right}" y1="${middle}" y2="${middle}" class="lane-of"/>${drawing.badge(s, left - 22, middle - 7, 14)}`;
    });
    out += `<g clip-path="url(#past)">`;
    for (const mark of marks) {
      const middle = height + mark.seat * lane + lane / 2;
      out += `<g data-go="${mark.step}" class="mark${mark.bad ? " bad" : ""}"><title>${escaped(mark.title)}</title><rect x="${
        x(mark.step) - 7}" y="${middle - 8}" width="14" height="16" fill="transparent"/>${glyph(mark.icon, x(mark.step) - 6.5, middle - 6.5, 13)}</g>`;
    }
    out += `</g><line id="head" y1="0" y2="${depth}"/><circle id="knob" r="4" cy="2"/>`;
    chart.setAttribute("height", depth);
    chart.innerHTML = out;
    place = {x, left, width, right};
    range.style.marginLeft = `${left - 10}px`;
    range.style.width = `calc(100% - ${left + right - 20}px)`;
    follow();
  }

  function follow() {
    if (!place || now < 0) return;
    const at = place.x(now);
    for (const end of ["x1", "x2"]) $("#head").setAttribute(end, at);
    $("#knob").setAttribute("cx", at);
    $("#done").setAttribute("width", Math.max(0, at - place.left));
    if (surprise) $("#past rect").setAttribute("width", at + 8);
  }

  chart.onpointerdown = event => {
    const mark = event.target.closest("[data-go]");
    play(false);
    if (mark) { go(+mark.dataset.go); return; }
    const drag = at => {
      const box = chart.getBoundingClientRect();
      go(Math.round((at.clientX - box.left - place.left) / (place.width - place.left - place.right) * last));
    };
    drag(event);
    chart.setPointerCapture(event.pointerId);
    chart.onpointermove = drag;
    chart.onpointerup = chart.onpointercancel = () => { chart.onpointermove = null; };
  };

  function say() {
    const texts = now ? told(now) : [drawing.deal || "The deal.", ...told(0).slice(-1)];
    const next = steps[now + 1] || (film.due && film.due.seat >= 0 ? film.due : null);
    const choice = !next ? "" : next.legal > 1 ? `chooses from ${next.legal} actions` : next.forced ? "has no choice" : "is to act";
    const [first = capital(steps[now].action), ...rest] = texts;
    $("#say").innerHTML = `<b>${named(first)}</b> ${rest.slice(0, 6).map(named).join(" ")}${
      next ? ` <span class="dim">${escaped(drawing.names[next.seat])} (${escaped(bots[next.seat])}) ${choice}.</span>` : ""}`;
  }

  function go(step, again = false) {
    step = Math.max(0, Math.min(last, step));
    if (step === now && !again) return;
    now = step;
    range.value = now;
    range.style.setProperty("--p", `${100 * now / Math.max(1, last)}%`);
    document.body.classList.toggle("atend", now === last && !film.due);
    drawing.draw(now, view);
    say();
    follow();
    if ($("#twin").open) twin();
    $$("#log li[aria-current]").forEach(item => item.removeAttribute("aria-current"));
    const item = $(`#log li[data-step="${now}"]`), box = $("#steps");
    item.setAttribute("aria-current", "step");
    if (surprise) $$("#log li").forEach(one => { one.hidden = +one.dataset.step > now; });
    if (box.scrollHeight > box.clientHeight) box.scrollTop = item.offsetTop - box.clientHeight / 2;
    range.setAttribute("aria-valuetext", `Step ${now} of ${last}. ${$("#say").textContent}`);
    $("#pos").innerHTML = `<b>${now}</b> / ${last} <span class="dim">turn ${steps[now].turn}</span>`;
    history.replaceState(null, "", location.pathname + location.search + address());
  }

  const twin = () => { $("#twin-table").innerHTML = drawing.twin(now, view); };

  function see(one) {
    view = one;
    $$("input[name=view]").forEach(input => { input.checked = input.value === String(view); });
    $$("#log [data-for]").forEach(part => { part.hidden = !(view === "all" || +part.dataset.for === 0 || part.dataset.for >> view & 1); });
    $$("#log .note").forEach(part => { part.hidden = view !== "all" && +part.dataset.seat !== view; });
    if (now >= 0) { curve(); go(now, true); }
  }

  function jump(direction) {
    const there = marks.map(mark => mark.step).filter(step => direction > 0 ? step > now : step < now);
    go(direction > 0 ? Math.min(last, ...there) : Math.max(0, ...there));
  }

  function play(on) {
    clearInterval(timer);
    timer = 0;
    if (on) {
      if (now === last) go(0);
      timer = setInterval(() => { go(now + 1); if (now === last) play(false); }, 900 / speed);
    }
    $("#play").setAttribute("aria-pressed", Boolean(timer));
    $("#play use").setAttribute("href", timer ? "#c-pause" : "#c-play");
  }

  const acts = {
    first: () => go(0), prev: () => go(now - 1), next: () => go(now + 1), last: () => go(last),
    markBack: () => jump(-1), markOn: () => jump(1), play: () => play(!timer),
  };
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-act]");
    if (!button) return;
    if (button.dataset.act !== "play") play(false);
    acts[button.dataset.act]();
  });
  document.addEventListener("keydown", event => {
    const {key, target} = event;
    if (event.ctrlKey || event.metaKey || event.altKey || $("#help").open) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target.type !== "range" && target.type !== "radio") return;
    if (target.type === "radio" && key.startsWith("Arrow")) return;
    if (key === " " && target.closest("button, summary, a, input[type=radio]")) return;
    const act = {
      ArrowLeft: event.shiftKey ? "markBack" : "prev", ArrowRight: event.shiftKey ? "markOn" : "next",
      Home: "first", End: "last", ",": "markBack", ".": "markOn", " ": "play",
    }[key];
    if (act) {
      event.preventDefault();
      if (act !== "play") play(false);
      acts[act]();
    } else if (key === "v" && whole) {
      const order = ["all", ...bots.keys()];
      see(order[(order.indexOf(view) + 1) % order.length]);
    } else if (key === "t") {
      $("#twin").open = !$("#twin").open;
    } else if (key === "?") {
      $("#help").showModal();
    }
  });
  range.oninput = () => { play(false); go(+range.value); };
  $("#speed").onchange = event => { speed = +event.target.value; if (timer) play(true); };
  $("#twin").ontoggle = () => { if ($("#twin").open) twin(); };

  function fromAddress() {
    const found = location.hash.match(/^#(\d+)(?:\/seat(\d+))?$/);
    const seat = found && found[2] ? +found[2] - 1 : null;
    if (whole) see(seat !== null && seat < bots.length ? seat : "all");
    else see(film.view);
    go(found ? +found[1] : surprise ? 0 : last, true);
  }

  document.body.classList.toggle("surprise", surprise);
  if (surprise) document.title = `${bots.join(" : ")}, ${film.title}`;
  load(film);
  prepare();
  fromAddress();
  curve();
  new ResizeObserver(curve).observe(chart.parentNode);
  addEventListener("hashchange", fromAddress);
  return {get last() { return last; }, grow, points: step => drawing.points(step, view), table: step => drawing.table && drawing.table(step, view), go, see};
}

const film = JSON.parse($("#film").textContent);
window.arenaViewer = Viewer(film, typeof Drawing === "undefined" ? TextDrawing : Drawing);

/* A match that is being played tells when more of it is there, and where it is when it is over. */
const source = document.querySelector("#film").dataset.events;
if (source) {
  const events = new EventSource(source);
  let asking = false, again = false;
  const ask = async () => {
    if (asking) { again = true; return; }
    asking = true;
    try {
      const answer = await fetch(`${location.pathname}.json`);
      if (answer.ok) arenaViewer.grow(await answer.json());
    } finally { asking = false; }
    if (again) { again = false; ask(); }
  };
  events.addEventListener("step", ask);
  events.addEventListener("match_finished", event => {
    events.close();
    location.replace(JSON.parse(event.data).page + location.hash);
  });
}
