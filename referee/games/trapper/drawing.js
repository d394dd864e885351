"use strict";
/* Trapper in the viewer: the board, what each seat holds, and the auction.

   The table is folded from the events alone, so it shows what their audience knows. Coins are
   counted here from the table; a test holds them against the rules at every step. */

function Drawing(film, steps) {
  const parts = film.components, whole = film.view === "all", last = film.due ? Infinity : steps.length - 1, seats = film.seats;
  const tactical = film.options.variant === "tactical", young = film.options.variant === "young";
  const colours = parts.colour_key, LETTERS = "GBEV", names = seats.map((_, s) => `Seat ${s + 1}`);
  const SIDES = ["north", "east", "south", "west"], OPPOSITE = [2, 3, 0, 1], BESIDE = [-8, 1, 8, -1];
  const FACE_DOWN = -2, NO_TILE = -1, NOBODY = -1, IN_THE_BOX = -2;
  const ANIMAL = 0, CANOE = 1, MUSHROOM = 2;
  const kindOf = tile => parts.tile_kind[tile], valueOf = tile => parts.tile_value[tile], waterOf = tile => parts.tile_water[tile];
  const speciesOf = tile => parts.species_key[parts.tile_species[tile]];
  const signOf = tile => (kindOf(tile) > CANOE ? (kindOf(tile) === MUSHROOM ? "mushroom" : "herb") : speciesOf(tile));
  const tileName = tile => (kindOf(tile) === CANOE ? `${speciesOf(tile)} canoe ${valueOf(tile)}` : `${signOf(tile)} ${valueOf(tile)}`);
  const every = Array.from({length: parts.tile_kind.length}, (_, tile) => tile);
  const sum = list => list.reduce((a, b) => a + b, 0);
  const knows = seat => whole || film.view === seat;

  /* The table after each step. */
  const tables = [], under = Array(64).fill(-1);
  for (const step of steps) for (const {name, cell, tile} of step.events) if (name === "revealed" && under[cell] < 0) under[cell] = tile;
  let table = {
    board: Array(64).fill(FACE_DOWN), trappers: [...parts.trapper_start], hands: seats.map((_, s) => (knows(s) ? [0, 0, 0, 0] : null)),
    sizes: seats.map(() => 0), pile: 64, discards: [0, 0, 0, 0], holder: 0, retired: seats.map(() => 0), auction: null,
    tileSeat: every.map(() => NOBODY), tileCanoe: every.map(() => NOBODY), coins: seats.map(() => 0), scored: [],
    canoeTiles: parts.canoe_tile_number.map(() => NOBODY), speciesTiles: parts.species_tile_number.map(() => NOBODY), last: {fresh: []},
  };
  for (const cell of parts.trapper_start) table.board[cell] = NO_TILE;
  for (const step of steps) {
    table = structuredClone(table);
    table.last = {fresh: []};
    for (const event of step.events) fold(table, event);
    tables.push(table);
  }

  function fold(to, event) {
    const {name, seat, colour, cell, tile, canoe, number: n} = event, news = to.last;
    const cards = colours.map(one => event[one]);
    switch (name) {
      case "revealed": to.board[cell] = tile; news.fresh.push(cell); break;
      case "drew": to.pile -= n; to.sizes[seat] += n; break;
      case "drawn": cards.forEach((count, i) => { to.hands[seat][i] += count; }); break;
      case "reshuffled": to.pile += n; to.discards = [0, 0, 0, 0]; break;
      case "turn": to.holder = seat; to.auction = null; break;
      case "paid":
        cards.forEach((count, i) => { to.discards[i] += count; if (to.hands[seat]) to.hands[seat][i] -= count; });
        to.sizes[seat] -= sum(cards);
        if (to.auction) to.auction.paid = true;
        break;
      case "taken":
        Object.assign(news, {seat, from: to.trappers[colour], cell});
        to.board[cell] = NO_TILE;
        to.trappers[colour] = cell;
        to.tileSeat[tile] = seat;
        to.auction = null;
        break;
      case "joined": to.tileCanoe[tile] = canoe; break;
      case "scored": to.coins[seat] += n; to.scored.push(canoe); news.score = [seat, canoe, n]; break;
      case "canoe_tile": to.canoeTiles[parts.canoe_tile_number.indexOf(n)] = seat; news.canoeTile = n; break;
      case "returned":
        to.scored = to.scored.filter(one => one !== canoe);
        for (const one of every) if (one === canoe || to.tileCanoe[one] === canoe) to.tileSeat[one] = IN_THE_BOX;
        break;
      case "species_tile": to.speciesTiles[parts.species_tile_number.indexOf(n)] = seat; news.speciesTile = [seat, n]; break;
      case "retired":
        cards.forEach((count, i) => { to.discards[i] += count; });
        to.retired[seat] = 1;
        to.sizes[seat] = 0;
        if (to.hands[seat]) to.hands[seat] = [0, 0, 0, 0];
        news.retired = seat;
        break;
      case "opened":
        to.auction = {colour, price: n, bidder: seat, bids: seats.map((_, s) => (s === seat ? n : 0)), out: [...to.retired]};
        break;
      case "raised": to.auction.price = n; to.auction.bidder = seat; to.auction.bids[seat] = n; break;
      case "dropped": to.auction.out[seat] = 1; break;
    }
  }

  /* Coins. */
  const load = (at, canoe) => every.filter(tile => at.tileCanoe[tile] === canoe);
  const worth = (at, canoe) => sum(load(at, canoe).map(valueOf));
  const animals = (at, canoe) => load(at, canoe).filter(tile => kindOf(tile) === ANIMAL).length;
  function display(at, seat) {
    const own = every.filter(tile => at.tileSeat[tile] === seat && at.tileCanoe[tile] === NOBODY);
    const laden = own.filter(tile => kindOf(tile) === CANOE && worth(at, tile) > 0);
    return {
      scored: laden.filter(canoe => animals(at, canoe) >= valueOf(canoe)),
      series: laden.filter(canoe => animals(at, canoe) < valueOf(canoe)),
      singles: own.filter(tile => !laden.includes(tile)),
    };
  }
  function bonus(at, seat) {
    let coins = 0;
    for (const holders of [at.canoeTiles, at.speciesTiles]) {
      [...holders].reverse().filter(holder => holder !== NOBODY).forEach((holder, place) => {
        if (holder === seat && place < parts.bonus_coins.length) coins += parts.bonus_coins[place];
      });
    }
    return young ? 0 : coins;
  }
  function coinsOf(at, seat) {
    const {series, singles} = display(at, seat);
    return at.coins[seat] + sum(series.map(canoe => worth(at, canoe))) - sum(singles.map(valueOf)) + bonus(at, seat);
  }
  const points = step => seats.map((_, seat) => ({points: coinsOf(tables[step], seat), open: false}));

  /* The board. */
  const EDGE = 30, CELL = 98, SIZE = EDGE + 8 * CELL + 8;
  const left = cell => EDGE + (cell % 8) * CELL, top = cell => EDGE + (cell >> 3) * CELL;
  const middle = cell => [left(cell) + CELL / 2, top(cell) + CELL / 2];
  const face = tile => (kindOf(tile) === CANOE ? "cano" : kindOf(tile) > CANOE ? "plan" : "anim");
  function drawnTile(tile, x, y) {
    const kind = kindOf(tile), value = valueOf(tile), water = waterOf(tile), sign = "s-" + signOf(tile);
    const band = water < 0 ? "" : `<g transform="rotate(${water * 90} 46 46)"><path class="wat" d="M1 9a8 8 0 0 1 8-8h74a8 8 0 0 1 8 8v5q-5.6 5-11.2 0t-11.25 0-11.25 0-11.25 0-11.25 0-11.25 0-11.25 0-11.3 0z"/><path class="wav" d="M12 7q5-4 10 0t10 0 10 0 10 0 10 0 10 0 9 0"/></g>`;
    const places = Array.from({length: value}, (_, i) => `<circle class="seat" cx="${46 + (i - (value - 1) / 2) * 17}" cy="66" r="6"/>`).join("");
    const body = kind === CANOE
      ? `${glyph(sign, 31, 18, 30, 'class="gl"')}<g class="hull">${glyph("s-canoe", 9, 29, 74)}</g>${places}`
      : `${glyph(sign, 20, 20, 54, 'class="gl"')}<circle class="vd" cx="22" cy="24" r="14"/><text class="vt" x="22" y="31.5" text-anchor="middle">${value}</text>`;
    return `<g class="tile ${face(tile)} g-${signOf(tile)}" transform="translate(${x} ${y})"><title>${tileName(tile)}${
      water < 0 ? "" : ", water " + SIDES[water]}</title><rect class="tf" x="1" y="1" width="90" height="90" rx="9"/>${band}${body}</g>`;
  }
  function faceDown(cell, x, y, view) {
    const tile = under[cell], back = `<rect x="${x + 1}" y="${y + 1}" width="90" height="90" rx="9"/>`;
    if (view !== "all" || tile < 0) return `<g class="down">${back}${glyph("c-pine", x + 23, y + 22, 46, 'class="pine"')}</g>`;
    const canoe = kindOf(tile) === CANOE;
    return `<g class="down"><title>face down: ${tileName(tile)}</title>${back}${glyph(canoe ? "s-canoe" : "s-" + signOf(tile), x + 30, y + 26, canoe ? 34 : 32, 'class="peek"')}${
      canoe ? glyph("s-" + signOf(tile), x + 37, y + 14, 20, 'class="peek"') : ""}<text class="pv" x="${x + 46}" y="${y + 80}" text-anchor="middle">${valueOf(tile)}</text></g>`;
  }
  const trapper = (colour, x, y, size) => `<g class="trp t-${colours[colour]}">${glyph("u-trapper", x, y, size)}<text x="${
    x + size / 2}" y="${y + size * .84}" text-anchor="middle" font-size="${size * .3}" font-weight="700">${LETTERS[colour]}</text></g>`;
  function reach(at, colour) {
    const from = at.trappers[colour], row = from >> 3, column = from % 8, open = [row > 0, column < 7, row < 7, column > 0];
    return [0, 1, 2, 3].filter(side => {
      const tile = open[side] ? at.board[from + BESIDE[side]] : NO_TILE;
      return tile >= 0 && (young || waterOf(tile) !== OPPOSITE[side]);
    });
  }
  function drawnTrapper(at, colour, over) {
    const [x, y] = middle(at.trappers[colour]), sides = reach(at, colour);
    const apart = !over && !sides.length && at.board.some(tile => tile >= 0);
    const halo = at.auction && at.auction.colour === colour ? `<circle class="halo" cx="${x}" cy="${y}" r="44"/>` : "";
    const arrows = over ? "" : sides.map(side => `<path class="rc t-${colours[colour]}" d="M-11 -4h22L0 -20z" transform="translate(${x} ${y}) rotate(${side * 90}) translate(0 -38)"/>`).join("");
    return halo + (apart ? `<circle class="iso" cx="${x}" cy="${y}" r="41"/>` : "") + trapper(colour, x - 32, y - 37, 64) +
      (apart ? `<text class="any" x="${x}" y="${y + 44}" text-anchor="middle">any tile</text>` : "") + arrows;
  }
  function lastTake({cell, from}) {
    if (cell === undefined) return "";
    const [x, y] = middle(cell), [startX, startY] = middle(from), dx = x - startX, dy = y - startY, way = Math.hypot(dx, dy) || 1;
    const ring = name => `<rect class="${name}" x="${left(cell) + 2}" y="${top(cell) + 2}" width="94" height="94" rx="12"/>`;
    const path = `M${startX} ${startY}L${x - dx / way * 40} ${y - dy / way * 40}`;
    return `${ring("ring0")}${ring("ring")}<path class="walk0" d="${path}"/><path class="walk" d="${path}"/><circle class="foot" cx="${startX}" cy="${startY}" r="7"/>`;
  }
  function board(step, view) {
    const at = tables[step], over = step === last;
    let out = "";
    for (let n = 0; n < 8; n++) {
      const along = EDGE + n * CELL + CELL / 2;
      out += `<text class="co" x="${along}" y="21" text-anchor="middle">${"abcdefgh"[n]}</text><text class="co" x="13" y="${along + 7}" text-anchor="middle">${n + 1}</text>`;
    }
    at.board.forEach((tile, cell) => {
      const x = left(cell) + 3, y = top(cell) + 3;
      out += tile === NO_TILE ? `<circle class="emp" cx="${x + 46}" cy="${y + 46}" r="4"/>` : tile === FACE_DOWN ? faceDown(cell, x, y, view) : drawnTile(tile, x, y);
    });
    if (step) for (const cell of at.last.fresh) {
      out += `<g transform="translate(${left(cell) + 72} ${top(cell) + 1})"><rect class="new" width="24" height="24" rx="6"/><path class="plus" d="M12 6v12M6 12h12"/></g>`;
    }
    out += lastTake(at.last) + at.trappers.map((_, colour) => drawnTrapper(at, colour, over)).join("");
    $("#board").setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    $("#board").innerHTML = out;
  }

  /* The seats. */
  const sees = (step, view, seat) => view === seat || (whole && (view === "all" || step === last));
  const badge = (seat, size = 20) => `<svg width="${size + 4}" height="${size + 4}" aria-hidden="true">${seatBadge(seat, 2, 2, size)}</svg>`;
  const card = (colour, count) => `<span class="hc t-${colours[colour]}" title="${count} ${colours[colour]}"><b>${LETTERS[colour]}</b>${count}</span>`;
  const line = (term, what) => `<div><dt>${term}</dt><dd class="row">${what}</dd></div>`;
  function small(tile, size = 32) {
    const canoe = kindOf(tile) === CANOE, sign = "s-" + signOf(tile);
    const body = canoe
      ? `${glyph(sign, 24, 5, 44, 'class="gl"')}<g class="hull">${glyph("s-canoe", 6, 28, 80)}</g><text class="mc" x="46" y="79" text-anchor="middle">${valueOf(tile)}</text>`
      : `${glyph(sign, 30, 30, 56, 'class="gl"')}<text class="mv" x="7" y="42">${valueOf(tile)}</text>`;
    return `<svg class="mt" width="${size}" height="${size}" viewBox="0 0 92 92" role="img" aria-label="${tileName(tile)}"><g class="tile ${face(tile)} g-${signOf(tile)}"><rect class="tf" x="2" y="2" width="88" height="88" rx="12"/>${body}</g></svg>`;
  }
  function drawnSeries(at, canoe) {
    const carried = load(at, canoe), aboard = carried.filter(tile => kindOf(tile) === ANIMAL), plants = carried.filter(tile => kindOf(tile) > CANOE);
    const free = Array(Math.max(0, valueOf(canoe) - aboard.length)).fill(`<i class="slot"><svg width="16" height="16" class="gl">${glyph("s-" + speciesOf(canoe), 0, 0, 16)}</svg></i>`);
    return `<span class="cn g-${speciesOf(canoe)}" title="${tileName(canoe)}: ${carried.map(tileName).join(", ")}">${
      [...aboard.map(tile => small(tile)), ...free, ...plants.map(tile => small(tile))].join("")}<em>+${worth(at, canoe)}</em></span>`;
  }
  /* Whose decision comes after a step; -1 for nobody's. */
  const after = step => (steps[step + 1] || film.due || {seat: NOBODY}).seat;
  function drawnSeat(step, view, seat) {
    const at = tables[step], over = step === last, next = after(step), {scored, series, singles} = display(at, seat);
    const hand = !sees(step, view, seat) || !at.hands[seat]
      ? `<span class="hc back">?</span><span>${at.sizes[seat]} cards</span>`
      : at.hands[seat].map((count, colour) => (count ? card(colour, count) : "")).join("") || '<span class="dim">none</span>';
    const held = (holders, numbers, kind, what) => holders.map((holder, i) => (holder === seat ? `<span class="bt${kind}">${numbers[i]}<small> ${what}</small></span>` : "")).join("");
    const tiles = held(at.speciesTiles, parts.species_tile_number, " sp", "species") + held(at.canoeTiles, parts.canoe_tile_number, "", "canoe");
    const news = at.last.score && at.last.score[0] === seat ? ` <span class="chip good">+${at.last.score[2]}</span>` : "";
    return `<section class="st${next === seat ? " on" : ""}" aria-label="Seat ${seat + 1}"><header>${badge(seat)}<b>${escaped(seats[seat].bot)}</b>${
      at.holder === seat && !over ? '<span class="chip">turn</span>' : ""}${at.retired[seat] ? '<span class="chip">retired</span>' : ""}<span class="gr"></span><span class="big">${
      number(points(step)[seat].points)}</span></header><dl>${
      line("Coins", `<b>${at.coins[seat]}</b>${news} <span class="dim small">counted so far</span>`)}${
      line(`Hand <span class="dim">${at.sizes[seat]}</span>`, hand)}${
      series.length ? line("Series", series.map(canoe => drawnSeries(at, canoe)).join("")) : ""}${
      singles.length ? line("Single", singles.map(tile => small(tile, 34)).join("") + `<em class="neg">−${sum(singles.map(valueOf))}</em>`) : ""}${
      scored.length ? line("Scored", scored.map(canoe => `<span class="scd g-${speciesOf(canoe)}"><svg width="18" height="18" class="gl" aria-hidden="true">${glyph("s-" + speciesOf(canoe), 0, 0, 18)}</svg>${speciesOf(canoe)} ${2 * worth(at, canoe)}</span>`).join("")) : ""}${
      tiles ? line("Bonus", tiles) : ""}</dl></section>`;
  }
  function seatsAndPile(step, view) {
    const at = tables[step];
    const free = (name, numbers, holders) => `<div class="bl"><span class="small dim">${name}</span>${numbers.map((n, i) =>
      `<span class="bt${holders[i] === NOBODY ? "" : " tk"}">${n}${holders[i] === NOBODY ? "" : badge(holders[i], 11)}</span>`).join("")}</div>`;
    $("#seats").innerHTML = seats.map((_, seat) => drawnSeat(step, view, seat)).join("");
    $("#bonus").innerHTML = young ? "" : free("Species tiles", parts.species_tile_number, at.speciesTiles) + free("Canoe tiles", parts.canoe_tile_number, at.canoeTiles);
    $("#pile").innerHTML = `<span>Pile <b>${at.pile}</b></span><span>Discards ${at.discards.map((count, colour) => card(colour, count)).join("")}</span>`;
  }

  /* The auction: its panel stays where it is, so that nothing jumps. */
  const canPay = (hand, colour) => sum(hand.map((count, i) => (i === colour ? count : count >> 1)));
  function bidder(step, view, seat, most) {
    const {auction, hands} = tables[step], next = after(step);
    const pay = sees(step, view, seat) && hands[seat] ? canPay(hands[seat], auction.colour) : -1;
    const state = auction.bidder === seat ? (auction.paid ? "pays" : "leads") : auction.out[seat] ? "out" : next === seat ? "to bid" : "waits";
    return `<li class="${auction.bidder === seat ? "lead" : auction.out[seat] ? "out" : ""}">${badge(seat, 16)}<span class="nm">${escaped(seats[seat].bot)}</span>` +
      `<svg class="br" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect class="tub" width="100" height="12"/><rect class="bid" width="${
      100 * auction.bids[seat] / most}" height="12"/>${pay < 0 ? "" : `<rect class="pay" x="${Math.min(98.5, 100 * pay / most)}" width="1.5" height="12"/>`}</svg>` +
      `<span class="bd">${auction.bids[seat] || "–"}</span><span class="stt small">${state}</span></li>`;
  }
  function auctionPanel(step, view) {
    const panel = $("#auction"), {auction, hands, holder} = tables[step], next = after(step);
    if (!panel) return;
    panel.className = auction ? "auc panel" : "auc panel quiet";
    if (!auction) {
      panel.innerHTML = `<div class="ah"><div><h2>No auction</h2><p class="small dim">${
        next >= 0 ? `Seat ${next + 1} (${escaped(seats[next].bot)}) is to act` : "The match is over."}</p></div></div>`;
      return;
    }
    const most = Math.max(10, auction.price, ...hands.map((hand, seat) => (hand && sees(step, view, seat) ? canPay(hand, auction.colour) : 0)));
    panel.innerHTML = `<div class="ah"><svg width="42" height="42" aria-hidden="true">${trapper(auction.colour, 0, 0, 42)}</svg><div><h2>Auction for ${
      colours[auction.colour]}</h2><p class="small dim">turn of seat ${holder + 1} (${escaped(seats[holder].bot)})</p></div><div class="pr"><span class="small dim">price</span><b>${
      auction.price}</b></div></div><ol>${seats.map((_, seat) => bidder(step, view, seat, most)).join("")}</ol><p class="small dim">The tick shows what ${
      view === "all" ? "a hand" : "the own hand"} can pay.</p>`;
  }
  function twin(step) {
    const at = tables[step], letters = [..."abcdefgh"];
    const text = cell => {
      const tile = at.board[cell], here = at.trappers.indexOf(cell);
      if (here >= 0) return `${colours[here]} trapper`;
      return tile === NO_TILE ? "no tile" : tile === FACE_DOWN ? "face down" : tileName(tile) + (waterOf(tile) < 0 ? "" : `, water ${SIDES[waterOf(tile)]}`);
    };
    return `<caption>The board, north on top</caption><thead><tr><td></td>${letters.map(letter => `<th scope="col">${letter}</th>`).join("")}</tr></thead><tbody>${
      letters.map((_, row) => `<tr><th scope="row">${row + 1}</th>${letters.map((_, column) => `<td>${text(row * 8 + column)}</td>`).join("")}</tr>`).join("")}</tbody>`;
  }

  const marks = tables.flatMap(({last: {score, canoeTile, speciesTile, retired}}, step) => [
    ...(score ? [{step, seat: score[0], icon: canoeTile ? "c-star" : "s-canoe",
      title: `Step ${step}: ${tileName(score[1])} is full, ${score[2]} coins${canoeTile ? `, canoe tile ${canoeTile}` : ""}`}] : []),
    ...(speciesTile ? [{step, seat: speciesTile[0], icon: "c-hex", title: `Step ${step}: species tile ${speciesTile[1]}`}] : []),
    ...(retired === undefined ? [] : [{step, seat: retired, icon: "c-flag", title: `Step ${step}: Seat ${retired + 1} retires`}]),
  ]);
  const tilesLeft = tables[0].board.filter(tile => tile !== NO_TILE).length;
  return {
    unit: "Coins", title: "Seats", names, marks, points, twin, badge: seatBadge, line: seatLine,
    deal: `The deal: ${tilesLeft} tiles, ${tables[0].board.filter(tile => tile >= 0).length} of them open.`,
    before: tactical ? '<section id="auction" class="auc panel quiet" aria-label="Auction"></section>' : "",
    side: '<div id="seats"></div><div id="bonus"></div><p id="pile"></p>',
    legend: `<span>${icon("s-canoe", 13)}canoe full</span>${young ? "" : `<span>${icon("c-star", 13)}with canoe tile</span><span>${
      icon("c-hex", 13)}species tile</span>`}<span>${icon("c-flag", 13)}retires</span>`,
    draw(step, view) { board(step, view); auctionPanel(step, view); seatsAndPile(step, view); },
    table: step => {
      const at = tables[step];
      return {
        board: at.board, trappers: at.trappers, hand_sizes: at.sizes, pile: at.pile, discards: at.discards, tile_seat: at.tileSeat, tile_canoe: at.tileCanoe,
        scored: [...at.scored].sort((a, b) => a - b), coins: at.coins, canoe_tiles: at.canoeTiles, species_tiles: at.speciesTiles, retired: at.retired,
      };
    },
  };
}
