"use strict";
/* Kupferkessel Co. in the viewer: the square, the kettles, and a ledger that explains all points.

   The table is folded from the events alone, so it shows what their audience knows. Points are
   counted here from the table; a test holds them against the rules at every step. */

function Drawing(film, steps) {
  const parts = film.components, whole = film.view === "all", last = film.due ? Infinity : steps.length - 1;
  const colours = parts.seat_colour, kinds = parts.ingredient_key, seats = film.seats;
  const names = ["White", "Black", capital(colours[2] || "")].slice(0, film.players);
  const words = key => key.replace(/_/g, " ");
  const kindOf = card => parts.card_ingredient[card], valueOf = card => parts.card_value[card];
  const colourOf = card => parts.ingredient_colour[kindOf(card)];
  const cardName = card => `${words(kinds[kindOf(card)])} ${valueOf(card)}`;
  const symbolName = card => ["", "Hat", "Explosion"][parts.card_symbol[card]];
  const secret = film.options.recipes === "on";

  /* The table after each step. */
  const tables = [];
  let table = {
    grid: Array(32).fill(-1), kettles: seats.map(() => []), pawns: [...parts.seat_start], recipes: seats.map(() => []),
    pile: 24, act: 0, from: null, last: {},
  };
  for (const step of steps) {
    table = structuredClone(table);
    table.last = {};
    table.from = null;
    for (const event of step.events) fold(table, event);
    tables.push(table);
  }

  function fold(to, {name, seat, place, card, used}) {
    const news = to.last;
    switch (name) {
      case "grid_card": to.grid[place] = card; break;
      case "start_card": to.kettles[seat].push(card); to.pile--; break;
      case "recipe": to.recipes[seat].push(card); break;
      case "moved":
      case "corner":
        to.from = {seat, start: to.pawns[seat], end: place};
        to.pawns[seat] = place;
        to.act = seat;
        if (name === "corner") (news.corner ??= []).push(seat);
        break;
      case "taken":
      case "last_kept":
        to.kettles[seat].push(card);
        to.grid[place] = -1;
        Object.assign(news, {seat, cell: place, card, used, end: name === "last_kept"});
        break;
      case "last_aside":
        to.grid[place] = -1;
        Object.assign(news, {seat, cell: place, card, end: true, aside: true});
        break;
      case "exploded":
      case "exploded_out":
        to.kettles[seat].pop();
        (news.lost ??= []).push([seat, card]);
        if (name === "exploded") to.pile++;
        break;
      case "refilled": to.grid[place] = card; to.pile--; news.refill = place; break;
      case "extra_turn": news.hat = seat; break;
    }
  }

  /* Points. */
  const count = (kettle, fits) => kettle.filter(fits).length;
  const held = (kettle, kind) => kettle.filter(card => kindOf(card) === kind).map(valueOf).sort();
  const ownKind = (seat, kind) => parts.ingredient_colour[kind] === colours[seat];
  function setPoints(values, own) {
    const sum = values.reduce((a, b) => a + b, 0), factor = own ? 2 : 1;
    return [0, -factor * sum, 0, factor * sum, factor * sum + 5][values.length];
  }
  function mostOnes(at) {
    const ones = at.kettles.map(kettle => count(kettle, card => valueOf(card) === 1)), most = Math.max(...ones);
    const alone = ones.filter(one => one === most).length === 1;
    return ones.map(one => (alone && one === most ? 5 : 0));
  }
  const FEWER = {
    explosion: ["Explosions", card => parts.card_symbol[card] === 2], hat: ["Hats", card => parts.card_symbol[card] === 1],
    cards: ["cards", () => true], fours: ["fours", card => valueOf(card) === 4],
  };
  function recipe(at, seat, id) {
    const goal = parts.recipe_key[id].slice(2), points = parts.recipe_points[id], kettle = at.kettles[seat];
    const sizes = kinds.map((_, kind) => held(kettle, kind).length);
    const ofColour = sizes.filter((_, kind) => parts.ingredient_colour[kind] === goal);
    if (goal in FEWER) {
      const [what, fits] = FEWER[goal], counts = at.kettles.map(one => count(one, fits));
      return {points, done: counts.every((n, s) => s === seat || counts[seat] < n), text: `fewer ${what}: ${counts.join(" : ")}`};
    }
    if (goal === "last") return {points, done: Boolean(at.last.end) && at.last.seat === seat, text: "take the last card of a line"};
    if (goal === "plants") {
      const full = sizes.filter((size, kind) => parts.ingredient_plant[kind] && size >= 3).length;
      return {points, done: full >= 3, text: `3 plants with 3 cards: ${full} of 3`};
    }
    if (goal === "white" || goal === "black") {
      return {points, done: ofColour.some(size => size >= 3), text: `3 of one ${goal} ingredient: best ${Math.max(...ofColour)}`};
    }
    return {points, done: ofColour.every(size => size >= 3), text: `3 of both ${goal} ingredients: ${ofColour.join(" and ")}`};
  }
  const sees = (step, view, seat) => view === seat || (whole && (view === "all" || step === last));
  function points(step, view) {
    const at = tables[step], ones = mostOnes(at);
    return seats.map((_, seat) => {
      const open = secret && !sees(step, view, seat);
      let sum = ones[seat];
      kinds.forEach((_, kind) => { sum += setPoints(held(at.kettles[seat], kind), ownKind(seat, kind)); });
      if (!open) for (const id of at.recipes[seat]) { const one = recipe(at, seat, id); sum += one.done ? one.points : 0; }
      return {points: sum, open};
    });
  }

  /* The square. */
  const CELL = 110, TRACK = 58, SIZE = TRACK * 2 + CELL * 6, OUT = TRACK * .62;
  const left = cell => TRACK + parts.cell_column[cell] * CELL, top = cell => TRACK + parts.cell_row[cell] * CELL;
  function space(place) {
    const near = TRACK / 2, far = SIZE - TRACK / 2, along = n => TRACK + n * CELL + CELL / 2;
    const side = Math.floor(place / 5), n = place % 5, first = TRACK + CELL / 2, second = SIZE - first;
    if (!n) return [[first, first], [second, first], [second, second], [first, second]][side];
    return [[along(n), near], [far, along(n)], [along(5 - n), far], [near, along(5 - n)]][side];
  }
  function spot(place) {
    const side = Math.floor(place / 5);
    return place % 5 ? space(place) : [[OUT, OUT], [SIZE - OUT, OUT], [SIZE - OUT, SIZE - OUT], [OUT, SIZE - OUT]][side];
  }
  const upright = place => place < 5 || (place > 10 && place < 15);
  const lineName = place => (upright(place) ? "abcdef"[place < 5 ? place : 15 - place] : String((place < 10 ? place - 5 : 20 - place) + 1));
  function card(id, x, y, size = 104) {
    const kind = kinds[kindOf(id)], colour = colourOf(id), symbol = parts.card_symbol[id], plant = parts.ingredient_plant[kindOf(id)];
    return `<g class="card c-${colour}" transform="translate(${x} ${y}) scale(${size / 104})"><title>${cardName(id)}, ${colour}${
      symbol ? `, ${symbolName(id)}` : ""}${plant ? ", plant" : ""}</title><rect class="face" width="104" height="104" rx="11"/>${
      glyph("i-" + kind, 21, 9, 62, 'class="gl"')}<g class="sh">${glyph("h-" + colour, 63, 63, 38)}<text x="82" y="${
      colour === "blue" ? 91 : 89}" text-anchor="middle">${valueOf(id)}</text></g>${
      symbol ? `<g class="sym${parts.card_action[id] ? "" : " off"}">${glyph(symbol === 1 ? "y-hat" : "y-boom", 5, 66, 34)}</g>` : ""}${
      plant ? glyph("y-leaf", 5, 5, 17, 'class="lf"') : ""}</g>`;
  }
  const pawn = (seat, x, y, size) => `<g class="pawn p-${colours[seat]}">${glyph("u-pawn", x, y, size)}</g>`;
  function track() {
    let out = "";
    for (let place = 0; place < 20; place++) {
      const [x, y] = space(place), across = upright(place);
      if (place % 5) {
        const width = across ? CELL - 12 : TRACK - 14, height = across ? TRACK - 14 : CELL - 12;
        out += `<rect class="tr" x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="12"/>` +
          `<text class="co" x="${x}" y="${y + 8}" text-anchor="middle">${lineName(place)}</text>`;
      } else {
        out += `<g class="corner"><rect x="${x - 52}" y="${y - 52}" width="104" height="104" rx="11"/>${glyph("u-kettle", x - 26, y - 28, 52)}` +
          `<path d="M${x - 30} ${y + 36}h52m-11-8 11 8-11 8" transform="rotate(${place * 18} ${x} ${y})"/></g>`;
      }
    }
    return out;
  }
  function lane(at) {
    const place = at.pawns[at.act];
    if (place % 5 === 0) return "";
    const [x, y] = space(place), long = 6 * CELL + 6;
    return upright(place)
      ? `<rect class="lane" x="${x - CELL / 2}" y="${TRACK - 3}" width="${CELL}" height="${long}" rx="14"/>`
      : `<rect class="lane" x="${TRACK - 3}" y="${y - CELL / 2}" width="${long}" height="${CELL}" rx="14"/>`;
  }
  function lastTake(at) {
    const {cell, refill, card: taken} = at.last;
    if (cell === undefined) return "";
    const x = left(cell), y = top(cell), ring = name => `<rect class="${name}" x="${x + 1}" y="${y + 1}" width="108" height="108" rx="13"/>`;
    const after = refill !== undefined
      ? `<g transform="translate(${x + 84} ${y + 2})"><rect class="new" width="24" height="24" rx="6"/><path class="plus" d="M12 6v12M6 12h12"/></g>`
      : `<g opacity=".38">${card(taken, x + 3, y + 3)}</g><text class="took" x="${x + 55}" y="${y + 98}" text-anchor="middle">taken</text>`;
    return ring("ring0") + ring("ring") + after;
  }
  function walk({start, end}) {
    const way = [spot(start)];
    for (let place = start; place !== end;) { place = (place + 1) % 20; way.push(spot(place)); }
    const line = way.map(point => point.join()).join(" ");
    return `<polyline class="walk0" points="${line}"/><polyline class="walk" points="${line}"/>` +
      way.slice(1, -1).map(([x, y]) => `<circle class="foot" cx="${x}" cy="${y}" r="6"/>`).join("");
  }
  function board(step) {
    const at = tables[step], over = step === last;
    let out = track() + (over ? "" : lane(at));
    at.grid.forEach((id, cell) => {
      const x = left(cell) + 3, y = top(cell) + 3;
      out += id < 0 ? `<rect class="gap" x="${x}" y="${y}" width="104" height="104" rx="11"/>` : card(id, x, y);
    });
    out += lastTake(at) + (at.from && !over ? walk(at.from) : "");
    at.pawns.forEach((place, seat) => {
      const [x, y] = spot(place);
      if (seat === at.act && !over) out += `<circle class="halo" cx="${x}" cy="${y}" r="28"/>`;
      out += pawn(seat, x - 23, y - 24, 46);
    });
    $("#board").setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    $("#board").innerHTML = out;
  }

  /* The kettles and the ledger. */
  const signed = value => (value > 0 ? "+" : "") + number(value);
  const shown = one => number(one.points) + (one.open ? "<small>+?</small>" : "");
  function kettle(at, seat, sum, over) {
    const cards = at.kettles[seat], onTop = cards[cards.length - 1], lost = (at.last.lost || []).find(one => one[0] === seat);
    return `<div class="ks${at.act === seat && !over ? " on" : ""}"><div class="kn"><svg width="22" height="22" aria-hidden="true">${
      pawn(seat, 0, 0, 22)}</svg><b>${escaped(seats[seat].bot)}</b><span class="dim small">${names[seat]}</span></div>
      <div class="kk"><svg viewBox="0 0 104 150" width="88" role="img" aria-label="${cards.length} cards, top ${cardName(onTop)}"><g class="back"><rect x="13" y="2" width="78" height="88" rx="10"/><rect x="8" y="8" width="88" height="88" rx="10"/></g>${
      card(onTop, 7, 10, 90)}<g class="ktl"><path d="M2 92h100v10h-7c3 7 4 12 4 17 0 14-9 24-21 28H26C14 143 5 133 5 119c0-5 1-10 4-17H2z"/><text x="52" y="134" text-anchor="middle">${cards.length}</text></g></svg>
      <div class="kp"><span class="big">${shown(sum)}</span><span class="dim small">points${over ? "" : " now"}</span>${
      lost ? `<span class="chip bad">${icon("y-boom", 13)}lost ${cardName(lost[1])}</span>` : ""}${
      at.last.hat === seat ? `<span class="chip">${icon("y-hat", 13)}again</span>` : ""}</div></div></div>`;
  }
  function kindRow(at, kind) {
    const news = at.last, key = kinds[kind], colour = parts.ingredient_colour[kind];
    const cells = seats.map((_, seat) => {
      const values = held(at.kettles[seat], kind), own = ownKind(seat, kind), worth = setPoints(values, own);
      const fresh = news.card !== undefined && kindOf(news.card) === kind && news.seat === seat && !news.aside ? valueOf(news.card) : 0;
      const pips = [1, 2, 3, 4].map(v => `<i class="${values.includes(v) ? "f" : ""}${fresh === v ? " x" : ""}">${v}</i>`).join("");
      return `<td class="pp${own ? " own" : ""}"><span class="vh">${own ? "own colour, counts twice, " : ""}${
        values.length ? "has " + values.join(", ") : "none"}</span><span aria-hidden="true" class="pips">${pips}</span>${
        own ? '<sup aria-hidden="true">×2</sup>' : ""}</td><td class="num pt ${worth > 0 ? "pos" : worth < 0 ? "neg" : ""}">${
        values.length ? signed(worth) : ""}</td>`;
    }).join("");
    return `<tr><th scope="row"><span class="kd"><svg class="card c-${colour}" viewBox="0 0 104 104" width="24" height="24" aria-hidden="true"><rect class="face" width="104" height="104" rx="20"/>${
      glyph("i-" + key, 10, 10, 84, 'class="gl"')}</svg><span class="nm">${words(key)}</span><span class="cd" aria-hidden="true">${
      words(key).split(" ").pop().slice(0, 8)}</span></span></th>${cells}</tr>`;
  }
  function recipes(at, step, view) {
    if (!secret) return "";
    return seats.map((_, seat) => {
      const known = sees(step, view, seat), hand = at.recipes[seat];
      const lines = known
        ? hand.map(id => { const one = recipe(at, seat, id); return `<p class="rc${one.done ? " ok" : ""}"><b>${one.done ? "✓ +" : "○ "}${one.points}</b><span>${one.text}</span></p>`; }).join("")
        : `<p class="rc"><b>?</b><span>hidden from ${names[view]}</span></p>`;
      return `<div><h3><svg width="16" height="16" aria-hidden="true">${pawn(seat, 0, 0, 16)}</svg>${known ? "Secret recipes" : "Recipes"}</h3>${lines}</div>`;
    }).join("");
  }
  function ledger(step, view) {
    const at = tables[step], over = step === last, sums = points(step, view), bonus = mostOnes(at);
    const ones = at.kettles.map((cards, seat) => {
      const n = count(cards, id => valueOf(id) === 1);
      return `<td class="pp small">${n} ${n === 1 ? "card" : "cards"}</td><td class="num pt ${bonus[seat] ? "pos" : ""}">${bonus[seat] ? "+5" : ""}</td>`;
    }).join("");
    $("#seats").innerHTML = seats.map((_, seat) => kettle(at, seat, sums[seat], over)).join("");
    $("#ledger").innerHTML = `<caption class="vh">What each kettle brings</caption><thead class="vh"><tr><th scope="col">ingredient</th>${
      names.map(name => `<th scope="col">${name} cards</th><th scope="col">${name} points</th>`).join("")}</tr></thead><tbody>${
      kinds.map((_, kind) => kindRow(at, kind)).join("")}<tr class="sum"><th scope="row">most ones</th>${ones}</tr><tr class="tot"><th scope="row">points</th>${
      sums.map(one => `<td></td><td class="num pt">${shown(one)}</td>`).join("")}</tr></tbody>`;
    $("#recs").innerHTML = recipes(at, step, view);
    $("#pile").innerHTML = `<b>${at.pile}</b> in the pile`;
  }
  function twin(step) {
    const at = tables[step], letters = [..."abcdef"];
    const cellAt = (row, column) => parts.cell_row.findIndex((r, cell) => r === row && parts.cell_column[cell] === column);
    const text = (row, column) => {
      const cell = cellAt(row, column), id = at.grid[cell];
      return cell < 0 ? "corner" : id < 0 ? "gap" : `${cardName(id)} ${symbolName(id)}`;
    };
    const rows = letters.map((_, row) => `<tr><th scope="row">${row + 1}</th>${letters.map((_, column) => `<td>${text(row, column)}</td>`).join("")}</tr>`);
    const pawns = at.pawns.map((place, seat) => `${names[seat]} ${place % 5 ? `at ${upright(place) ? "column" : "row"} ${lineName(place)}` : "at a corner"}`);
    return `<caption>The square of cards. ${pawns.join(", ")}.</caption><thead><tr><td></td>${
      letters.map(letter => `<th scope="col">${letter}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody>`;
  }

  const marks = tables.flatMap((at, step) => {
    const {hat, lost = [], corner = [], end, seat} = at.last;
    return [
      ...(hat === undefined ? [] : [{step, seat: hat, icon: "y-hat", title: `Step ${step}: ${names[hat]} uses a Hat and goes again`}]),
      ...lost.map(([victim]) => ({step, seat, icon: "y-boom", title: `Step ${step}: Explosion hits ${names[victim]}`})),
      ...corner.map(one => ({step, seat: one, icon: "c-corner", title: `Step ${step}: ${names[one]} loses a turn at a corner`})),
      ...(end ? [{step, seat, icon: "c-flag", title: `Step ${step}: last card of a line, the match ends`}] : []),
    ];
  });
  const LINES = {
    white: path => `<path d="${path}" class="wl"/><path d="${path}" fill="none" stroke="#fff" stroke-width="2.5"/>`,
    black: path => `<path d="${path}" class="bl"/><path d="${path}" fill="none" stroke="#000" stroke-width="3"/>`,
  };
  return {
    unit: "Points", title: "Kettles", names, marks, points, twin, badge: pawn,
    deal: `The deal: 32 cards lie open, each kettle has its first card, ${tables[0].pile} cards are in the pile.`,
    side: `<div id="seats"></div><div class="wide" tabindex="0"><table id="ledger"${film.players > 2 ? ' class="three"' : ""}></table></div><div id="recs"></div><p class="small dim" id="pile"></p>`,
    legend: `<span>${icon("y-hat", 13)}goes again</span><span>${icon("y-boom", 13)}Explosion</span><span>${
      icon("c-corner", 13)}turn lost at a corner</span><span>${icon("c-flag", 13)}end</span>`,
    line: (seat, path) => (LINES[colours[seat]] || (way => `<path d="${way}" fill="none" stroke="var(--s4)" stroke-width="3" stroke-dasharray="7 3"/>`))(path),
    draw(step, view) { board(step); ledger(step, view); },
    table: step => {
      const at = tables[step];
      return {grid: at.grid, pile: at.pile, pawns: at.pawns, tops: at.kettles.map(cards => cards[cards.length - 1]), kettle_sizes: at.kettles.map(cards => cards.length)};
    },
  };
}
